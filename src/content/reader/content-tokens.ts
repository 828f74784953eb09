import { formatSeason, type Season } from '#domain/content/season.ts';
import type { Tokens } from '#domain/content/tokens.ts';
import { priceRange } from '#domain/content/trees.ts';
import { countInWords, formatMinutes } from '#domain/count.ts';
import { formatPrice, type Pence } from '#domain/money.ts';
import { DELIVERY_FIELDS } from '#domain/orders/order-fields.ts';
import type { Page } from '#domain/schemas/page.ts';
import type { PriceList } from '#domain/schemas/price-list.ts';
import type { Content } from './parse-content.ts';

/** All that the order form asks for, so that the privacy page forgets none: ‘name, e-mail address, … and postcode’. */
const ORDER_FIELDS_IN_WORDS = new Intl.ListFormat('en-GB').format(
  Object.values(DELIVERY_FIELDS).map(({ label }) =>
    label.toLowerCase().replace(/^your |(?: to them)?(?:,| \().*/g, ''),
  ),
);

/** The names and values of the tokens that a page with these readings can use. content/README.md lists them. */
export function contentTokens(content: Content, readings: Page['readings']): Tokens {
  const {
    farm: [farm],
    shop: [shop],
    varieties,
    stands,
  } = content;
  // The check has found them.
  if (farm === undefined || shop === undefined)
    throw new Error('There is no farm or no shop in the content.');
  const kinds = countInWords(varieties.length);
  const standKinds = countInWords(stands.length);
  const tokens = new Map<string, string>([
    ['farm.name', farm.data.name],
    ['farm.short-name', farm.data.shortName],
    ['farm.town', farm.data.address.town],
    ['farm.postcode', farm.data.address.postcode],
    ['farm.grid-reference', farm.data.place.gridReference],
    ['phone', farm.data.phone],
    ['email', farm.data.email],
    ['kinds', kinds],
    ['Kinds', capitalise(kinds)],
    ['stand-kinds', standKinds],
    ['Stand-kinds', capitalise(standKinds)],
    ['branch-box.price', formatPrice(shop.data.branchBox.pricePence)],
    ['order.fields', ORDER_FIELDS_IN_WORDS],
  ]);
  for (const [name, address] of Object.entries(farm.data.links)) tokens.set(`links.${name}`, address);
  addSeason(tokens, content.seasons.find(({ id }) => id === readings.season)?.data);
  addFacts(tokens, content.facts, readings.facts ?? {});
  for (const { id, data } of content.prices) addPrices(tokens, `prices.${id}`, data);
  addRange(
    tokens,
    'stands',
    stands.flatMap(({ data }) => data.models),
  );
  for (const { id, data } of stands) addRange(tokens, `stands.${id}`, data.models);
  for (const { data } of content.extras) tokens.set(`extras.${data.id}`, data.cost);
  for (const { data } of content.journeys) tokens.set(`journeys.${data.id}`, formatMinutes(data.minutes));
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
  groups: Content['facts'],
  chosen: Readonly<Record<string, string>>,
): void {
  for (const { id: groupId, data } of groups) {
    for (const [factId, fact] of Object.entries(data.facts)) {
      const name = `${groupId}.${factId}`;
      const value = fact.value ?? fact.readings?.[chosen[name] ?? ''];
      if (value !== undefined) tokens.set(name, value);
    }
  }
}

function addPrices(tokens: Map<string, string>, prefix: string, list: PriceList): void {
  for (const group of list.groups) addRange(tokens, `${prefix}.${group.id}`, group.sizes);
}

/** `.from` is the lowest price, `.to` the highest. */
function addRange(tokens: Map<string, string>, prefix: string, priced: readonly { price: Pence }[]): void {
  const range = priceRange(priced);
  if (range === undefined) return;
  tokens.set(`${prefix}.from`, formatPrice(range.lowest));
  tokens.set(`${prefix}.to`, formatPrice(range.highest));
}
