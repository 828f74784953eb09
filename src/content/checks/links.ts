import { splitInlineLinks } from '#domain/content/inline-links.ts';
import { href } from '#domain/schemas/text.ts';
import { listDrawings } from '../reader/drawings.ts';
import { type AnyEntry, allEntries, pagePaths, strings } from '../reader/entries.ts';
import type { Content } from '../reader/parse-content.ts';
import type { ContentProblem } from '../reader/problems.ts';

/**
 * Each link must lead to a page, and each picture to a drawing or a photograph.
 * @param photographs the file names in content/images
 */
export function checkLinks(content: Content, photographs: readonly string[]): ContentProblem[] {
  const drawings = new Set(listDrawings());
  const addresses = new Set([...pagePaths(content), ...content.redirects.map(({ data }) => data.from)]);
  return allEntries(content).flatMap((entry) => [
    ...checkPicturesOf(entry, drawings, photographs),
    ...checkLinksOf(entry, addresses),
    ...checkInlineLinks(entry, addresses),
  ]);
}

function checkPicturesOf(
  entry: AnyEntry,
  drawings: ReadonlySet<string>,
  photographs: readonly string[],
): ContentProblem[] {
  return [...strings(entry.data, entry.place)].flatMap(([field, name]) => {
    const kind = /(^|\.)(image|icon|shareImage)$/.exec(field)?.[2];
    if (kind === undefined || drawings.has(name)) return [];
    // Icons are as small as a letter, so they must be drawings.
    const mayBePhotograph = kind !== 'icon';
    if (mayBePhotograph && photographs.includes(name)) return [];
    const wanted = 'the name of a drawing, such as barn';
    return [
      {
        file: entry.file,
        field,
        found: `"${name}"`,
        wanted: mayBePhotograph ? `${wanted}, or of one of the farm’s photographs, such as barn.jpg` : wanted,
      },
    ];
  });
}

/** The links in answers, such as `[our prices](/prices)`. */
function checkInlineLinks(entry: AnyEntry, known: ReadonlySet<string>): ContentProblem[] {
  return [...strings(entry.data, entry.place)]
    .filter(([field]) => /(^|\.)answer(\[\d+\])?$/.test(field))
    .flatMap(([field, text]) => splitInlineLinks(text).map((part) => ({ field, part })))
    .flatMap(({ field, part }) => {
      if (typeof part === 'string') return [];
      const isRight = part.href.startsWith('/')
        ? known.has(part.href.replace(/[?#].*$/, ''))
        : href.safeParse(part.href).success;
      const wanted = 'a link to a page of this site, such as [our prices](/prices), or to https://…';
      return isRight ? [] : [{ file: entry.file, field, found: `"${part.href}"`, wanted }];
    });
}

function checkLinksOf(entry: AnyEntry, known: ReadonlySet<string>): ContentProblem[] {
  return [...strings(entry.data, entry.place)]
    .filter(([field, address]) => /(^|\.)href$/.test(field) && address.startsWith('/'))
    .filter(([, address]) => !known.has(address.replace(/[?#].*$/, '')))
    .map(([field, address]) => ({
      file: entry.file,
      field,
      found: `"${address}"`,
      wanted: `a page of the site: ${[...known].slice(0, 8).join(', ')}, …`,
    }));
}
