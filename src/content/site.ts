import { listCurrent } from '#domain/content/notices.ts';
import { listOpenings, type NamedOpening } from '#domain/content/opening-days.ts';
import { dashRanges } from '#domain/content/ranges.ts';
import type { Season } from '#domain/content/season.ts';
import { fillTokens, mapTexts, type Tokens } from '#domain/content/tokens.ts';
import { PLAIN_TREE, type Silhouette } from '#domain/content/trees.ts';
import { londonDay } from '#domain/dates.ts';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { isListed, isPageId, PAGES, type PageId, pagePath, townPath } from '#domain/pages.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import type { Page, PageSection, Town } from '#domain/schemas/page.ts';
import type { PriceList } from '#domain/schemas/price-list.ts';
import type { Guide } from '#domain/schemas/records.ts';
import type { Shop } from '#domain/schemas/shop.ts';
import type { COLLECTIONS, CollectionName } from './reader/collections.ts';
import { contentTokens } from './reader/content-tokens.ts';
import { findGivenContent } from './reader/given-content.ts';
import { type SectionId, sectionAnchor } from './reader/page-sections.ts';
import type { Content, ContentEntry } from './reader/parse-content.ts';

/** The content that pages are rendered from, checked. */
export function getContent(): Content {
  const content = findGivenContent();
  if (content === undefined) throw new Error('No content was given to the pages.');
  return content;
}

/** The records of a collection, sorted by their `order` field, or else by their position in the file. */
export function listEntries<Name extends CollectionName>(name: Name): ContentEntry<Name>[] {
  const entries: readonly ContentEntry<Name>[] = getContent()[name];
  const orderOf = ({ data }: ContentEntry<Name>, index: number) => ('order' in data ? data.order : index);
  const numbered = entries.map((entry, index) => [orderOf(entry, index), entry] as const);
  return numbered.sort(([one], [other]) => one - other).map(([, entry]) => entry);
}

/** The content check guarantees that the entry exists; otherwise this throws an Error that names it. */
export function readEntry<Name extends CollectionName>(name: Name, id: string): ContentEntry<Name> {
  const entries: readonly ContentEntry<Name>[] = getContent()[name];
  const found = entries.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`There is no ${id} in the ${name} content.`);
  return found;
}

/** A section of a page, with its anchor if it has one. */
export type ShownSection = PageSection & { readonly id?: string | undefined };

/** A page's content: its file with the tokens filled, its path, and the readings that it names. */
export interface PageView extends Omit<Page, 'sections' | 'readings' | 'showIn' | 'listed'> {
  readonly id: string;
  readonly path: string;
  /** Whether search engines may list it. */
  readonly isListed: boolean;
  readonly tokens: Tokens;
  readonly sections: Readonly<Record<string, ShownSection>>;
  readonly season?: Season | undefined;
  /** Its season with its hours, and with those at its end. */
  readonly opening?: NamedOpening | undefined;
  readonly closingOpening?: NamedOpening | undefined;
  readonly prices?: PriceList | undefined;
  readonly guide?: Guide | undefined;
}

type ListName = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['shape'] extends 'list' ? Name : never;
}[CollectionName];
type RecordName = 'varieties' | 'stands' | 'faq' | ListName;

/** One page of content/pages, ready to show. */
export function getPage<Id extends PageId>(
  id: Id,
): PageView & { sections: Record<SectionId<Id>, ShownSection> } {
  const { data } = readEntry('pages', id);
  return viewOf(id, PAGES[id].path, data) as PageView & {
    sections: Record<SectionId<Id>, ShownSection>;
  };
}

/** The ids of the pages of content/pages without their own layout. */
export function getSimplePageIds(): string[] {
  return listEntries('pages')
    .map(({ id }) => id)
    .filter((id) => !isPageId(id));
}

/** One simple page, ready to show. */
export function getSimplePage(id: string): PageView {
  return viewOf(id, pagePath(id), readEntry('pages', id).data);
}

/** A town page: the fields of every page, and the town's own. */
export interface TownView extends PageView, Pick<Town, 'name' | 'journeys' | 'faq'> {
  /** Whether its text includes the guide to trees by height. */
  readonly showsGuide: boolean;
}

/** The ids of the town pages, in their order. */
export function getTownIds(): string[] {
  return listEntries('towns').map(({ id }) => id);
}

/** One page of content/towns, ready to show. */
export function getTown(id: string): TownView {
  const { data } = readEntry('towns', id);
  const view = viewOf(id, townPath(id), data) as Omit<TownView, 'showsGuide'>;
  return { ...view, showsGuide: data.readings.varieties === 'guide' };
}

/** The drawings of products that no content file names. */
export const BRANCH_BOX = 'branch-box';
export const POTTED_TREE = 'potted-tree';

/** The outline of a kind of tree by its type, or a plain tree; undefined if it is not a kind of tree. */
export function getSilhouette(type: string): Silhouette | undefined {
  const kind = listEntries('varieties').find(({ data }) => data.type === type);
  if (kind === undefined) return undefined;
  const own = listEntries('silhouettes').find(({ id }) => id === kind.id);
  return own?.data ?? PLAIN_TREE;
}

export function getFarm(): Farm {
  return readEntry('farm', 'farm').data;
}

/** The notices that are on today or later. */
export function getNotices(): Notice[] {
  const notices = listEntries('notices').map(({ data }) => data);
  return listCurrent(notices, londonDay(new Date()));
}

function getOpenings(): Map<string, NamedOpening> {
  return listOpenings(listEntries('seasons'), listEntries('hours'), getNotices());
}

export function getShop(): Shop {
  return readEntry('shop', 'shop').data;
}

/** The area without delivery, and the phone number to call about it. */
export function getDeliveryArea(): DeliveryArea {
  return { ...getShop().deliveryArea, phone: getFarm().phone };
}

/** content/structured-data.json: what search engines are told. */
export function getStructuredData() {
  const { season, hours, priceRange } = readEntry('structuredData', 'structured-data').data;
  return { opening: getOpenings().get(`${season} ${hours}`), priceRange };
}

/**
 * The records of a collection for one page: tokens are filled with that page's readings. They are sorted by their
 * `order` field, or else by their position in the file.
 */
export function getRecords<Name extends RecordName>(
  name: Name,
  page: Pick<PageView, 'tokens'>,
): (ContentEntry<Name>['data'] & { id: string })[] {
  const entries = listEntries(name);
  return entries.map(({ id, data }) => ({ ...show(data, page.tokens), id }));
}

/** Content as visitors read it: with its figures filled in, and dashes in ranges. */
function show<T>(content: T, tokens: Tokens): T {
  return mapTexts(content, (text) => dashRanges(fillTokens(text, tokens)));
}

function viewOf(id: string, path: string, data: Page | Town): PageView {
  const { season, hours, closingHours, prices, guide } = data.readings;
  const tokens = contentTokens(getContent(), data.readings);
  const shown = show(data, tokens);
  const sections = Object.entries(shown.sections).map(
    ([name, section]) => [name, { ...section, id: sectionAnchor(id, name) }] as const,
  );
  const openings = getOpenings();
  return {
    ...shown,
    sections: Object.fromEntries(sections),
    id,
    path,
    isListed: isListed(path) && !('listed' in data && !data.listed),
    tokens,
    season: season === undefined ? undefined : readEntry('seasons', season).data,
    opening: openings.get(`${season} ${hours}`),
    closingOpening: openings.get(`${season} ${closingHours}`),
    prices: prices === undefined ? undefined : show(readEntry('prices', prices).data, tokens),
    guide: guide === undefined ? undefined : show(readGuide(guide), tokens),
  };
}

/** A guide with all kinds of trees: one that its file leaves out comes last, with the figures of its own file. */
function readGuide(id: string): Guide {
  const { data } = readEntry('guides', id);
  const kinds = listEntries('varieties').map((kind) => kind.data);
  const others = kinds
    .filter(({ type }) => !data.trees.some((tree) => tree.type === type))
    .map(({ type, name, guide }) => ({ type, name, sizes: guide.sizesAvailable, from: guide.from }));
  return { ...data, trees: [...data.trees, ...others] };
}
