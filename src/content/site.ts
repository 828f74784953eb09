import { getCollection, getEntry } from 'astro:content';
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
import {
  contentTokens,
  TOKEN_COLLECTIONS,
  type TokenSources,
  tokenSourcesOf,
} from './reader/content-tokens.ts';
import { type SectionId, sectionAnchor } from './reader/page-sections.ts';
import type { ContentEntry } from './reader/parse-content.ts';

/** A record as Astro stores it, with its position in the file. */
export interface SiteEntry<Name extends CollectionName> {
  readonly id: string;
  readonly collection: string;
  readonly data: ContentEntry<Name>['data'] & { readonly order: number };
}

/** The records of a collection, sorted by their `order` field, or else by their position in the file. */
export async function listEntries<Name extends CollectionName>(name: Name): Promise<SiteEntry<Name>[]> {
  const entries = (await getCollection(name)) as unknown as SiteEntry<Name>[];
  return entries.sort((a, b) => a.data.order - b.data.order);
}

/** The content check guarantees that the entry exists; otherwise this throws an Error that names it. */
export async function readEntry<Name extends CollectionName>(
  name: Name,
  id: string,
): Promise<SiteEntry<Name>> {
  const found = (await getEntry(name, id)) as unknown as SiteEntry<Name> | undefined;
  if (found === undefined) throw new Error(`There is no ${id} in the ${name} content.`);
  return found;
}

/** The records whose figures sentences can use. */
export async function readTokenSources(): Promise<TokenSources> {
  const collections = await Promise.all(
    TOKEN_COLLECTIONS.map(async (name) => [name, await listEntries(name)]),
  );
  const sources = tokenSourcesOf(Object.fromEntries(collections));
  if (sources === undefined) throw new Error('There is no farm or no shop in the content.');
  return sources;
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
export async function getPage<Id extends PageId>(
  id: Id,
): Promise<PageView & { sections: Record<SectionId<Id>, ShownSection> }> {
  const { data } = await readEntry('pages', id);
  return (await viewOf(id, PAGES[id].path, data)) as PageView & {
    sections: Record<SectionId<Id>, ShownSection>;
  };
}

/** The ids of the pages of content/pages without their own layout. */
export async function getSimplePageIds(): Promise<string[]> {
  return (await listEntries('pages')).map(({ id }) => id).filter((id) => !isPageId(id));
}

/** One simple page, ready to show. */
export async function getSimplePage(id: string): Promise<PageView> {
  return viewOf(id, pagePath(id), (await readEntry('pages', id)).data);
}

/** A town page: the fields of every page, and the town's own. */
export interface TownView extends PageView, Pick<Town, 'name' | 'journeys' | 'faq'> {
  /** Whether its text includes the guide to trees by height. */
  readonly showsGuide: boolean;
}

/** The ids of the town pages, in their order. */
export async function getTownIds(): Promise<string[]> {
  return (await listEntries('towns')).map(({ id }) => id);
}

/** One page of content/towns, ready to show. */
export async function getTown(id: string): Promise<TownView> {
  const { data } = await readEntry('towns', id);
  const view = (await viewOf(id, townPath(id), data)) as Omit<TownView, 'showsGuide'>;
  return { ...view, showsGuide: data.readings.varieties === 'guide' };
}

/** The drawings of products that no content file names. */
export const BRANCH_BOX = 'branch-box';
export const POTTED_TREE = 'potted-tree';

/** The outline of a kind of tree by its type, or a plain tree; undefined if it is not a kind of tree. */
export async function getSilhouette(type: string): Promise<Silhouette | undefined> {
  const kind = (await listEntries('varieties')).find(({ data }) => data.type === type);
  if (kind === undefined) return undefined;
  const own = (await listEntries('silhouettes')).find(({ id }) => id === kind.id);
  return own?.data ?? PLAIN_TREE;
}

export async function getFarm(): Promise<Farm> {
  return (await readEntry('farm', 'farm')).data;
}

/** The notices that are on today or later. */
export async function getNotices(): Promise<Notice[]> {
  const notices = (await listEntries('notices')).map(({ data }) => data);
  return listCurrent(notices, londonDay(new Date()));
}

async function getOpenings(): Promise<Map<string, NamedOpening>> {
  return listOpenings(await listEntries('seasons'), await listEntries('hours'), await getNotices());
}

export async function getShop(): Promise<Shop> {
  return (await readEntry('shop', 'shop')).data;
}

/** The area without delivery, and the phone number to call about it. */
export async function getDeliveryArea(): Promise<DeliveryArea> {
  return { ...(await getShop()).deliveryArea, phone: (await getFarm()).phone };
}

/** content/structured-data.json: what search engines are told. */
export async function getStructuredData() {
  const { season, hours, priceRange } = (await readEntry('structuredData', 'structured-data')).data;
  return { opening: (await getOpenings()).get(`${season} ${hours}`), priceRange };
}

/**
 * The records of a collection for one page: tokens are filled with that page's readings. They are sorted by their
 * `order` field, or else by their position in the file.
 */
export async function getRecords<Name extends RecordName>(
  name: Name,
  page: Pick<PageView, 'tokens'>,
): Promise<(SiteEntry<Name>['data'] & { id: string })[]> {
  const entries = await listEntries(name);
  return entries.map(({ id, data }) => ({ ...show(data, page.tokens), id }));
}

/** Content as visitors read it: with its figures filled in, and dashes in ranges. */
function show<T>(content: T, tokens: Tokens): T {
  return mapTexts(content, (text) => dashRanges(fillTokens(text, tokens)));
}

async function viewOf(id: string, path: string, data: Page | Town): Promise<PageView> {
  const { season, hours, closingHours, prices, guide } = data.readings;
  const tokens = contentTokens(await readTokenSources(), data.readings);
  const shown = show(data, tokens);
  const sections = Object.entries(shown.sections).map(
    ([name, section]) => [name, { ...section, id: sectionAnchor(id, name) }] as const,
  );
  const openings = await getOpenings();
  return {
    ...shown,
    sections: Object.fromEntries(sections),
    id,
    path,
    isListed: isListed(path) && !('listed' in data && !data.listed),
    tokens,
    season: season === undefined ? undefined : (await readEntry('seasons', season)).data,
    opening: openings.get(`${season} ${hours}`),
    closingOpening: openings.get(`${season} ${closingHours}`),
    prices: prices === undefined ? undefined : show((await readEntry('prices', prices)).data, tokens),
    guide: guide === undefined ? undefined : show(await readGuide(guide), tokens),
  };
}

/** A guide with all kinds of trees: one that its file leaves out comes last, with the figures of its own file. */
async function readGuide(id: string): Promise<Guide> {
  const { data } = await readEntry('guides', id);
  const kinds = (await listEntries('varieties')).map((kind) => kind.data);
  const others = kinds
    .filter(({ type }) => !data.trees.some((tree) => tree.type === type))
    .map(({ type, name, guide }) => ({ type, name, sizes: guide.sizesAvailable, from: guide.from }));
  return { ...data, trees: [...data.trees, ...others] };
}
