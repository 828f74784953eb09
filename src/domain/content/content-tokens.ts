import { formatPrice, type Pence } from '../money.ts';
import type { Facts } from '../schemas/facts.ts';
import type { Farm } from '../schemas/farm.ts';
import type { Page } from '../schemas/page.ts';
import type { PriceList } from '../schemas/price-list.ts';
import type { Extra, Journey } from '../schemas/records.ts';
import type { Shop } from '../schemas/shop.ts';
import type { Stand } from '../schemas/stand.ts';
import { formatSeason, type Season } from './season.ts';
import type { Tokens } from './tokens.ts';

/** The records whose figures can stand in a sentence, by their ids. */
export interface TokenSources {
  readonly farm: Farm;
  readonly shop: Shop;
  readonly seasons: Readonly<Record<string, Season>>;
  readonly facts: Readonly<Record<string, Facts>>;
  readonly prices: Readonly<Record<string, PriceList>>;
  readonly stands: Readonly<Record<string, Stand>>;
  readonly extras: readonly Extra[];
  readonly journeys: readonly Journey[];
}

/** `10-20 minutes`, or `25 minutes`. */
export function formatMinutes(minutes: readonly number[]): string {
  return `${minutes.join('-')} minutes`;
}

/** The token names and values that a page with these readings can use; content/README.md lists them. */
export function contentTokens(sources: TokenSources, readings: Page['readings']): Tokens {
  const { farm, shop } = sources;
  const tokens = new Map<string, string>([
    ['farm.name', farm.name],
    ['farm.short-name', farm.shortName],
    ['farm.town', farm.address.town],
    ['farm.postcode', farm.address.postcode],
    ['farm.grid-reference', farm.place.gridReference],
    ['phone', farm.phone],
    ['email', farm.email],
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

/** `.from` the lowest price, `.to` the highest. */
function addRange(tokens: Map<string, string>, prefix: string, priced: readonly { price: Pence }[]): void {
  const pence = priced.map(({ price }) => price).sort((a, b) => a - b);
  const [lowest] = pence;
  const highest = pence.at(-1);
  if (lowest !== undefined) tokens.set(`${prefix}.from`, formatPrice(lowest));
  if (highest !== undefined) tokens.set(`${prefix}.to`, formatPrice(highest));
}
