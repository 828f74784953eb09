import { formatSeason, type Season } from '#domain/content/season.ts';
import type { Tokens } from '#domain/content/tokens.ts';
import { priceRange } from '#domain/content/trees.ts';
import { countInWords, formatMinutes } from '#domain/count.ts';
import { formatPrice, type Pence } from '#domain/money.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Page } from '#domain/schemas/page.ts';
import type { PriceList } from '#domain/schemas/price-list.ts';
import type { Extra, Facts, Journey, Stand } from '#domain/schemas/records.ts';
import type { Shop } from '#domain/schemas/shop.ts';
import type { CollectionName } from './collections.ts';
import type { ContentEntry } from './parse-content.ts';

/** The records whose figures sentences can use, by id. */
export interface TokenSources {
  readonly farm: Farm;
  readonly shop: Shop;
  /** The number of kinds of trees. */
  readonly kinds: number;
  readonly seasons: Readonly<Record<string, Season>>;
  readonly facts: Readonly<Record<string, Facts>>;
  readonly prices: Readonly<Record<string, PriceList>>;
  readonly stands: Readonly<Record<string, Stand>>;
  readonly extras: readonly Extra[];
  readonly journeys: readonly Journey[];
}

type Records<Name extends CollectionName> = readonly Pick<ContentEntry<Name>, 'id' | 'data'>[];

/** The collections that provide figures for tokens. */
export const TOKEN_COLLECTIONS = [
  'farm',
  'shop',
  'varieties',
  'seasons',
  'facts',
  'prices',
  'stands',
  'extras',
  'journeys',
] as const satisfies readonly CollectionName[];

/** The records that provide figures for tokens; undefined while the farm's or the shop's file has mistakes. */
export function tokenSourcesOf(
  content: {
    readonly [Name in (typeof TOKEN_COLLECTIONS)[number]]: Records<Name>;
  },
): TokenSources | undefined {
  const farm = content.farm[0]?.data;
  const shop = content.shop[0]?.data;
  if (farm === undefined || shop === undefined) return undefined;
  return {
    farm,
    shop,
    kinds: content.varieties.length,
    seasons: byId(content.seasons),
    facts: byId(content.facts),
    prices: byId(content.prices),
    stands: byId(content.stands),
    extras: content.extras.map(({ data }) => data),
    journeys: content.journeys.map(({ data }) => data),
  };
}

function byId<T>(entries: readonly { id: string; data: T }[]): Record<string, T> {
  return Object.fromEntries(entries.map(({ id, data }) => [id, data]));
}

/** The names and values of the tokens that a page with these readings can use. content/README.md lists them. */
export function contentTokens(sources: TokenSources, readings: Page['readings']): Tokens {
  const { farm, shop } = sources;
  const kinds = countInWords(sources.kinds);
  const standKinds = countInWords(Object.keys(sources.stands).length);
  const tokens = new Map<string, string>([
    ['farm.name', farm.name],
    ['farm.short-name', farm.shortName],
    ['farm.town', farm.address.town],
    ['farm.postcode', farm.address.postcode],
    ['farm.grid-reference', farm.place.gridReference],
    ['phone', farm.phone],
    ['email', farm.email],
    ['kinds', kinds],
    ['Kinds', capitalise(kinds)],
    ['stand-kinds', standKinds],
    ['Stand-kinds', capitalise(standKinds)],
    ['branch-box.price', formatPrice(shop.branchBox.pricePence)],
  ]);
  for (const [name, address] of Object.entries(farm.links)) tokens.set(`links.${name}`, address);
  addSeason(tokens, readings.season === undefined ? undefined : sources.seasons[readings.season]);
  addFacts(tokens, sources.facts, readings.facts ?? {});
  for (const [id, list] of Object.entries(sources.prices)) addPrices(tokens, `prices.${id}`, list);
  addStands(tokens, Object.entries(sources.stands));
  for (const extra of sources.extras) tokens.set(`extras.${extra.id}`, extra.cost);
  for (const journey of sources.journeys) {
    tokens.set(`journeys.${journey.id}`, formatMinutes(journey.minutes));
  }
  return tokens;
}

function capitalise(words: string): string {
  return words.replace(/^./, (letter) => letter.toUpperCase());
}

function addSeason(tokens: Map<string, string>, season: Season | undefined): void {
  if (season === undefined) return;
  tokens.set('season', formatSeason(season, 'dated'));
  tokens.set('season.short', formatSeason(season, 'short'));
  tokens.set('season.full', formatSeason(season, 'full'));
  tokens.set('season.year', season.to.slice(0, 4));
}

function addFacts(
  tokens: Map<string, string>,
  groups: TokenSources['facts'],
  chosen: Readonly<Record<string, string>>,
): void {
  for (const [groupId, group] of Object.entries(groups)) {
    for (const [factId, fact] of Object.entries(group.facts)) {
      const name = `${groupId}.${factId}`;
      const value = 'value' in fact ? fact.value : fact.readings[chosen[name] ?? ''];
      if (value !== undefined) tokens.set(name, value);
    }
  }
}

function addPrices(tokens: Map<string, string>, prefix: string, list: PriceList): void {
  for (const group of list.groups) addRange(tokens, `${prefix}.${group.id}`, group.sizes);
}

function addStands(tokens: Map<string, string>, stands: readonly (readonly [string, Stand])[]): void {
  const models = stands.flatMap(([, stand]) => stand.models);
  if (models.length > 0) addRange(tokens, 'stands', models);
  for (const [id, stand] of stands) addRange(tokens, `stands.${id}`, stand.models);
}

/** `.from` is the lowest price, `.to` the highest. */
function addRange(tokens: Map<string, string>, prefix: string, priced: readonly { price: Pence }[]): void {
  const range = priceRange(priced);
  if (range === undefined) return;
  tokens.set(`${prefix}.from`, formatPrice(range.lowest));
  tokens.set(`${prefix}.to`, formatPrice(range.highest));
}
