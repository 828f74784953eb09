import { findTokens } from '#domain/content/tokens.ts';
import { isListed, PAGES, type PageId, pagePath, townPath } from '#domain/pages.ts';
import type { Page, Town } from '#domain/schemas/page.ts';
import { type CollectionName, findCollection } from './collections.ts';
import { allEntries, type Content } from './parse-content.ts';

/** The pages that show a collection's records. What pages name under `readings`, and tokens, come on top. */
export const SHOWN_ON: Partial<Record<CollectionName, readonly PageId[]>> = {
  shop: ['nordmann-branches', 'nordmann-foliage-payment', 'branch-box-checkout'],
  varieties: ['index', 'tree-varieties'],
  stands: ['index', 'tree-stands'],
  services: ['index'],
  testimonials: ['index'],
  extras: ['prices', 'pick-your-own'],
  journeys: ['directions'],
  faq: ['faq'],
  synonyms: ['faq'],
  careSteps: ['care-guide'],
  troubleshooting: ['care-guide'],
};

/** In a list of paths of pages: what only machines read: the structured data of pages. */
export const SEARCH_ENGINES = 'search engines';
/** In place of the paths of all pages. */
export const EVERY_PAGE = 'every page';

/** A page or town page, by its path. */
export interface PathedPage {
  readonly path: string;
  readonly data: Page | Town;
}

export function listPages(content: Pick<Content, 'pages' | 'towns'>): PathedPage[] {
  return [
    ...content.pages.map(({ id, data }) => ({ path: pagePath(id), data })),
    ...content.towns.map(({ id, data }) => ({ path: townPath(id), data })),
  ];
}

/** What a page is called: `Home`, a town, or as the menu and its breadcrumb call it. */
export function namePage(content: Pick<Content, 'pages' | 'towns'>, path: string): string {
  if (path === PAGES.index.path) return 'Home';
  const data = listPages(content).find((page) => page.path === path)?.data;
  return (data && ('name' in data ? data.name : data.breadcrumb)) ?? path;
}

/** The collections that pages name records of, under `readings`. */
export const READINGS = {
  season: 'seasons',
  hours: 'hours',
  closingHours: 'hours',
  prices: 'prices',
  guide: 'guides',
} as const satisfies Partial<Record<keyof Page['readings'], CollectionName>>;

/** Whether these readings, or those for search engines, name a record. */
export function namesRecord(readings: Page['readings'], collection: CollectionName, id: string): boolean {
  const keys = Object.keys(READINGS) as (keyof typeof READINGS)[];
  return keys.some((key) => READINGS[key] === collection && readings[key] === id);
}

/** Paths of the pages with these readings, sorted. */
export function pagesThat(
  content: Content,
  show: (readings: Page['readings'], data: Page | Town) => boolean,
): string[] {
  return listPages(content)
    .filter(({ data }) => show(data.readings, data))
    .map(({ path }) => path)
    .sort();
}

/** Whether the content has pages with structured data that tells hours, season and prices. */
export function tellsSearchEngines(content: Content): boolean {
  return listPages(content).some(({ data }) =>
    data.structuredData.some((kind) => kind === 'business' || kind === 'tourist-attraction'),
  );
}

/** How the tokens begin that take their figures from a file. */
const TOKENS: Partial<Record<CollectionName, (id: string) => string>> = {
  shop: () => 'branch-box.',
  prices: (id) => `prices.${id}.`,
  stands: (id) => `stands.${id}.`,
  facts: (id) => `${id}.`,
  extras: () => 'extras.',
  journeys: () => 'journeys.',
};

/**
 * Where visitors meet what a file says: paths of public pages, sorted, and `SEARCH_ENGINES`; or `EVERY_PAGE` alone.
 * A page's own file is shown at its path, which need not be public.
 */
export function listShownOn(content: Content, file: string): string[] {
  const collection = findCollection(file);
  if (file.startsWith('images/'))
    return sortShownOn(listNaming(content, (text) => `images/${text}` === file));
  if (collection === undefined || collection === 'redirects') return [];
  if (collection === 'farm' || collection === 'notices') return [EVERY_PAGE];
  const id = file.replace(/^[^/]+\//, '').replace(/\.\w+$/, '');
  if (collection === 'pages') return [pagePath(id)];
  if (collection === 'towns') return [townPath(id)];
  const shownOn = [...listOwnPages(content, collection, id), ...listTokenPages(content, collection, id)];
  return sortShownOn(shownOn);
}

function sortShownOn(shownOn: readonly string[]): string[] {
  return [...new Set(shownOn)]
    .filter((path) => !path.startsWith('/') || isListed(path))
    .sort((a, b) => Number(a === SEARCH_ENGINES) - Number(b === SEARCH_ENGINES) || a.localeCompare(b));
}

function listOwnPages(content: Content, collection: CollectionName, id: string): string[] {
  const told = content.structuredData[0]?.data;
  const isTold = collection === 'structuredData' || namesRecord(told ?? {}, collection, id);
  const type = content.varieties.find((kind) => kind.id === id)?.data.type;
  const named = pagesThat(content, (readings, data) => {
    if (collection === 'journeys') return 'journeys' in data;
    if (collection === 'silhouettes') return readings.prices !== undefined;
    if (collection === 'varieties') return showsFiguresOf(content, readings, type);
    return namesRecord(readings, collection, id);
  });
  const fixed = (SHOWN_ON[collection] ?? []).map(pagePath);
  return [...fixed, ...named, ...(isTold && tellsSearchEngines(content) ? [SEARCH_ENGINES] : [])];
}

/** Whether a page shows a kind of tree’s own figures: its readings say so, or its guide leaves the kind out. */
export function showsFiguresOf(
  content: Content,
  readings: Page['readings'],
  type: string | undefined,
): boolean {
  const guide = content.guides.find(({ id }) => id === readings.guide)?.data;
  return readings.varieties !== undefined || guide?.trees.every((tree) => tree.type !== type) === true;
}

/** The pages with a sentence that takes a figure from the file. */
function listTokenPages(content: Content, collection: CollectionName, id: string): string[] {
  const start = TOKENS[collection]?.(id);
  if (start === undefined) return [];
  // Most texts have none, and reading a text for its tokens takes long.
  const isMeant = (text: string) =>
    text.includes(`{${start}`) && findTokens(text).some((name) => name.startsWith(start));
  return listNaming(content, isMeant);
}

/** The pages of every entry in which some text is meant. */
function listNaming(content: Content, isMeant: (text: string) => boolean): string[] {
  return allEntries(content)
    .filter(({ data }) => hasText(data, isMeant))
    .flatMap((entry) => {
      if (entry.collection === 'pages') return [pagePath(entry.id)];
      if (entry.collection === 'towns') return [townPath(entry.id)];
      return listOwnPages(content, entry.collection, entry.id);
    });
}

/** Not by `strings`, which makes the way to each: this is asked of all content for a dozen files at once. */
function hasText(value: unknown, isMeant: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isMeant(value);
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((each) => hasText(each, isMeant))
  );
}
