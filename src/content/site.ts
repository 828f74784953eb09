import { getCollection, getEntry } from 'astro:content';
import type { Season } from '#domain/content/season.ts';
import { fillTokens, fillTokensDeep, type Tokens } from '#domain/content/tokens.ts';
import type { Silhouette } from '#domain/content/trees.ts';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { isListed, isPageId, PAGES, type PageId, pagePath, townPath } from '#domain/pages.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Hours } from '#domain/schemas/hours.ts';
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
import type { SectionId } from './reader/page-sections.ts';
import type { ContentEntry } from './reader/parse-content.ts';

/** A page's content: its file with the tokens filled, its path, and the readings that it names. */
export interface PageView extends Omit<Page, 'sections' | 'readings'> {
  readonly id: string;
  readonly path: string;
  readonly tokens: Tokens;
  readonly sections: Readonly<Record<string, PageSection>>;
  readonly season?: Season | undefined;
  readonly hours?: Hours | undefined;
  readonly closingHours?: Hours | undefined;
  readonly prices?: PriceList | undefined;
  readonly guide?: Guide | undefined;
}

type ListName = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['shape'] extends 'list' ? Name : never;
}[CollectionName];
type RecordName = 'varieties' | 'stands' | 'faq' | ListName;

/** A record as Astro stores it, with its position in the file. */
interface Entry<Name extends CollectionName> {
  readonly id: string;
  readonly collection: string;
  readonly data: ContentEntry<Name>['data'] & { readonly order: number };
}

/** One page of content/pages, ready to show. */
export async function getPage<Id extends PageId>(
  id: Id,
): Promise<PageView & { sections: Record<SectionId<Id>, PageSection> }> {
  const { data } = await entry('pages', id);
  return (await viewOf(id, PAGES[id].path, data)) as PageView & {
    sections: Record<SectionId<Id>, PageSection>;
  };
}

/** The ids of the pages of content/pages without their own layout. */
export async function getSimplePageIds(): Promise<string[]> {
  return (await list('pages')).map(({ id }) => id).filter((id) => !isPageId(id));
}

/** One simple page, ready to show. */
export async function getSimplePage(id: string): Promise<PageView> {
  return viewOf(id, pagePath(id), (await entry('pages', id)).data);
}

/** A town page: the fields of every page, and the town's own. */
export interface TownView extends PageView, Pick<Town, 'name' | 'journeys' | 'faq'> {
  /** Whether its text includes the guide to trees by height. */
  readonly showsGuide: boolean;
}

/** The ids of the town pages, in their order. */
export async function getTownIds(): Promise<string[]> {
  return (await readTowns()).map(({ id }) => id);
}

/** One page of content/towns, ready to show. */
export async function getTown(id: string): Promise<TownView> {
  const { data } = await entry('towns', id);
  const view = (await viewOf(id, townPath(id), data)) as Omit<TownView, 'showsGuide'>;
  return { ...view, showsGuide: data.readings.varieties === 'guide' };
}

/** A page's path, and its short name in links. */
export interface PageLink {
  readonly label: string;
  readonly href: string;
}

/** How many town pages the footer links to. The specification has four towns. */
const FOOTER_TOWNS = 8;

/**
 * The town pages in a page's footer: all of them if there are few. Of many, a town page links to the next ones in their
 * order, so that every town is linked to and no page has thousands of links. Other pages link to the first ones.
 */
export async function getTownLinks(path: string): Promise<PageLink[]> {
  const towns = await listTowns();
  if (towns.length <= FOOTER_TOWNS) return towns;
  const next = towns.findIndex(({ href }) => href === path) + 1;
  const linked = towns.slice(next, next + FOOTER_TOWNS);
  return [...linked, ...towns.slice(0, FOOTER_TOWNS - linked.length)];
}

let builtTowns: Promise<PageLink[]> | undefined;

/** The links to all towns, in their order. A build reads them once, because each page needs them. */
function listTowns(): Promise<PageLink[]> {
  if (import.meta.env.DEV) return readTownLinks();
  builtTowns ??= readTownLinks();
  return builtTowns;
}

async function readTownLinks(): Promise<PageLink[]> {
  const sources = await tokenSources();
  return (await readTowns()).map((town) => linkTo(town, sources));
}

async function readTowns(): Promise<Entry<'towns'>[]> {
  return list('towns');
}

/**
 * Links to every page that search engines may list: in the order of the table of pages, then simple pages, then towns.
 */
export async function getContentLinks(): Promise<PageLink[]> {
  const sources = await tokenSources();
  const ids = [...Object.keys(PAGES), ...(await getSimplePageIds())];
  const pages = await Promise.all(ids.map((id) => entry('pages', id)));
  return [...pages, ...(await readTowns())]
    .filter((page) => isListed(pathOf(page)))
    .map((page) => linkTo(page, sources));
}

/** The sharing image of each page. */
export async function getShareImages(): Promise<string[]> {
  const pages = [...(await list('pages')), ...(await list('towns'))];
  return pages.map(({ data }) => data.shareImage);
}

/** The outline of a kind of tree by its type; undefined if it is not a kind of tree. */
export async function getSilhouette(type: string): Promise<Silhouette | undefined> {
  const kind = (await list('varieties')).find(({ data }) => data.type === type);
  return kind && (await entry('silhouettes', kind.id)).data;
}

export async function getFarm(): Promise<Farm> {
  return (await entry('farm', 'farm')).data;
}

export async function getShop(): Promise<Shop> {
  return (await entry('shop', 'shop')).data;
}

/** The area without delivery, and the phone number to call about it. */
export async function getDeliveryArea(): Promise<DeliveryArea> {
  return { ...(await getShop()).deliveryArea, phone: (await getFarm()).phone };
}

/** content/structured-data.json with its season and hours. */
export async function getStructuredData() {
  const { data } = await entry('structuredData', 'structured-data');
  const season = (await entry('seasons', data.season)).data;
  const hours = (await entry('hours', data.hours)).data;
  return { season, hours, priceRange: data.priceRange };
}

/**
 * The records of a collection for one page: tokens are filled with that page's readings. They are sorted by their
 * `order` field, or else by their position in the file.
 */
export async function getRecords<Name extends RecordName>(
  name: Name,
  page: Pick<PageView, 'tokens'>,
): Promise<(Entry<Name>['data'] & { id: string })[]> {
  const entries = await list(name);
  return entries.map(({ id, data }) => ({ ...fillTokensDeep(data, page.tokens), id }));
}

function pathOf({ id, collection }: Entry<'pages' | 'towns'>): string {
  return collection === 'towns' ? townPath(id) : pagePath(id);
}

function linkTo(page: Entry<'pages' | 'towns'>, sources: TokenSources): PageLink {
  const { data } = page;
  return {
    label: fillTokens(data.breadcrumb, contentTokens(sources, data.readings)),
    href: pathOf(page),
  };
}

async function viewOf(id: string, path: string, data: Page | Town): Promise<PageView> {
  const { season, hours, closingHours, prices, guide } = data.readings;
  const tokens = contentTokens(await tokenSources(), data.readings);
  return {
    ...fillTokensDeep(data, tokens),
    id,
    path,
    tokens,
    season: season === undefined ? undefined : (await entry('seasons', season)).data,
    hours: hours === undefined ? undefined : (await entry('hours', hours)).data,
    closingHours: closingHours === undefined ? undefined : (await entry('hours', closingHours)).data,
    prices: prices === undefined ? undefined : (await entry('prices', prices)).data,
    guide: guide === undefined ? undefined : (await entry('guides', guide)).data,
  };
}

async function tokenSources(): Promise<TokenSources> {
  const collections = await Promise.all(TOKEN_COLLECTIONS.map(async (name) => [name, await list(name)]));
  const sources = tokenSourcesOf(Object.fromEntries(collections));
  if (sources === undefined) throw new Error('There is no farm or no shop in the content.');
  return sources;
}

async function list<Name extends CollectionName>(name: Name): Promise<Entry<Name>[]> {
  const entries = (await getCollection(name)) as unknown as Entry<Name>[];
  return entries.sort((a, b) => a.data.order - b.data.order);
}

/** The content check guarantees that the entry exists; otherwise this throws an Error that names it. */
async function entry<Name extends CollectionName>(name: Name, id: string): Promise<Entry<Name>> {
  const found = (await getEntry(name, id)) as unknown as Entry<Name> | undefined;
  if (found === undefined) throw new Error(`There is no ${id} in the ${name} content.`);
  return found;
}
