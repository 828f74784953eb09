import { isListed, pagePath, townPath } from '#domain/pages.ts';
import { href } from '#domain/schemas/text.ts';
import { COLLECTIONS } from '../reader/collections.ts';
import { listDrawings } from '../reader/drawings.ts';
import { sectionAnchor } from '../reader/page-sections.ts';
import { type AnyEntry, allEntries, type Content, ids, pagePaths, strings } from '../reader/parse-content.ts';
import { type FieldPath, type Finding, find } from '../reader/problems.ts';
import { findMeaning } from '../reader/schema-issues.ts';
import { listLinks } from '../reader/words.ts';
import { kindOf } from './words.ts';

/**
 * Each link must lead to a page and to an anchor that it has, and each picture to a drawing or a photograph.
 * @param photographs the file names in content/images
 */
export function checkLinks(content: Content, photographs: readonly string[]): Finding[] {
  const drawings = new Set(listDrawings());
  const targets: Targets = {
    pages: new Set(pagePaths(content)),
    anchors: listAnchors(content),
    moved: new Map(content.redirects.map(({ data }) => [data.from, data.to])),
  };
  return allEntries(content).flatMap((entry) => [
    ...checkPicturesOf(entry, drawings, photographs),
    ...checkLinksOf(entry, targets),
  ]);
}

function checkPicturesOf(
  entry: AnyEntry,
  drawings: ReadonlySet<string>,
  photographs: readonly string[],
): Finding[] {
  return [...strings(entry.data)].flatMap(([path, name]) => {
    const { control } = findMeaning(COLLECTIONS[entry.collection].schema, path);
    if ((control !== 'picture' && control !== 'icon') || drawings.has(name)) return [];
    // Icons are as small as a letter, so they must be drawings.
    const mayBePhotograph = control === 'picture';
    if (mayBePhotograph && photographs.includes(name)) return [];
    const wanted = 'the name of a drawing, such as barn';
    const also = mayBePhotograph ? ', or of one of the farm’s photographs, such as barn.jpg' : '';
    return find(entry.file, [...entry.path, ...path], `"${name}"`, wanted + also);
  });
}

interface Targets {
  readonly pages: ReadonlySet<string>;
  readonly anchors: ReadonlyMap<string, readonly string[]>;
  /** Old addresses, and the ones that have replaced them. */
  readonly moved: ReadonlyMap<string, string>;
}

/** The links of buttons, and those in words. */
function checkLinksOf(entry: AnyEntry, targets: Targets): Finding[] {
  return [...strings(entry.data)].flatMap(([path, text]) =>
    listAddresses(entry, path, text).flatMap((address) => {
      const wanted = findWanted(address, ownPath(entry), targets);
      if (wanted === undefined) return [];
      return find(entry.file, [...entry.path, ...path], `"${address}"`, wanted);
    }),
  );
}

/** The addresses in one string of a record: of a button, of a redirect, or of the links in words. */
export function listAddresses({ collection }: AnyEntry, path: FieldPath, text: string): string[] {
  if (path.at(-1) === 'href' || (collection === 'redirects' && path.at(-1) === 'to')) return [text];
  // An empty address is a fault of the words.
  return kindOf(collection, path) === 'words' ? listLinks(text).filter(Boolean) : [];
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
