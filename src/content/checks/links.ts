import { isListed, pagePath, townPath } from '#domain/pages.ts';
import { href } from '#domain/schemas/text.ts';
import { listDrawings } from '../reader/drawings.ts';
import { sectionAnchor } from '../reader/page-sections.ts';
import { type AnyEntry, type Content, ids, pagePaths } from '../reader/parse-content.ts';
import { type Finding, find } from '../reader/problems.ts';
import { type ContentText, listAddresses } from './texts.ts';

/** Each link must lead to a page and to an anchor that it has. */
export function checkLinks(content: Content, texts: readonly ContentText[]): Finding[] {
  const targets: Targets = {
    pages: new Set(pagePaths(content)),
    anchors: listAnchors(content),
    moved: new Map(content.redirects.map(({ data }) => [data.from, data.to])),
  };
  return texts.flatMap((each) =>
    listAddresses(each).flatMap((address) => {
      const wanted = findWanted(address, ownPath(each.entry), targets);
      return wanted === undefined ? [] : find(each.entry.file, each.path, `"${address}"`, wanted);
    }),
  );
}

/**
 * Each picture must be a drawing or a photograph.
 * @param photographs the file names in content/images
 */
export function checkPictures(texts: readonly ContentText[], photographs: readonly string[]): Finding[] {
  const drawings = new Set(listDrawings());
  return texts.flatMap(({ entry, path, text: name, control }) => {
    // Icons are as small as a letter, so they must be drawings.
    const mayBePhotograph = control === 'picture';
    if ((!mayBePhotograph && control !== 'icon') || drawings.has(name)) return [];
    if (mayBePhotograph && photographs.includes(name)) return [];
    const also = mayBePhotograph
      ? ', or of one of the farm’s photographs (JPEG, PNG, WebP or AVIF), such as barn.jpg'
      : '';
    return find(entry.file, path, `"${name}"`, `the name of a drawing, such as barn${also}`);
  });
}

interface Targets {
  readonly pages: ReadonlySet<string>;
  readonly anchors: ReadonlyMap<string, readonly string[]>;
  /** Old addresses, and the ones that have replaced them. */
  readonly moved: ReadonlyMap<string, string>;
}

/** @returns undefined for a record that pages show, but is none */
function ownPath({ collection, id }: AnyEntry): string | undefined {
  if (collection === 'pages') return pagePath(id);
  return collection === 'towns' ? townPath(id) : undefined;
}

/** What a link is to be instead; undefined if it leads somewhere. */
function findWanted(address: string, own: string | undefined, targets: Targets): string | undefined {
  const { pages, anchors, moved } = targets;
  const known = `a page of the site: ${[...pages].filter(isListed).slice(0, 8).join(', ')}, …`;
  if (!href.safeParse(address).success) return `${known}, or https://…, tel:… or mailto:…`;
  if (!/^[/#]/.test(address)) return undefined;
  const [, path = '', anchor = ''] = /^([^?#]*)[^#]*#?(.*)$/.exec(address) ?? [];
  if (path === '' && own === undefined) return 'the page as well, such as /visit#parking';
  if (path !== '' && !pages.has(path) && !moved.has(path)) return known;
  const [page = '', movedAnchor = ''] = (moved.get(path) ?? (path || own) ?? '').split('#');
  const sections = anchors.get(page);
  const wanted = anchor || movedAnchor;
  if (wanted === '' || sections === undefined || sections.includes(wanted)) return undefined;
  return `a section that ${page} has, ${sections.map((each) => `#${each}`).join(', ')}, or the page alone`;
}

/** What every page has. */
const EVERYWHERE = ['top', 'main'];
/** The parts of forms and choices that links may lead to. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'nordmann-branches': ['order-weeks'],
  privacy: ['opt-out'],
};

/** The anchors of each page, by its path: of its sections and questions, and of the records that it shows. */
function listAnchors(content: Content): Map<string, readonly string[]> {
  const shown: Readonly<Record<string, readonly string[]>> = {
    faq: content.faq.flatMap(({ id, data }) => [id, ...ids(data.items)]),
    'care-guide': [...ids(content.careSteps), ...ids(content.troubleshooting)],
    'tree-varieties': ids(content.varieties),
    'tree-stands': ids(content.stands),
  };
  const pages = content.pages.map(({ id, data }) => {
    const sections = Object.keys(data.sections).flatMap((name) => sectionAnchor(id, name) ?? []);
    const others = [...(PARTS[id] ?? []), ...(shown[id] ?? []), ...EVERYWHERE];
    return [pagePath(id), [...sections, ...others]] as const;
  });
  const towns = content.towns.map(({ id, data }) => {
    const sections = Object.keys(data.sections).flatMap((name) => sectionAnchor(id, name) ?? []);
    return [townPath(id), [...sections, ...ids(data.faq), ...EVERYWHERE]] as const;
  });
  return new Map([...pages, ...towns]);
}
