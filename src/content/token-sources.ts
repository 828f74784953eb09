import type { TokenSources } from '#domain/content/content-tokens.ts';
import type { Content } from './parse-content.ts';

/** The records that tokens take their figures from; undefined while the farm's or the shop's file has mistakes. */
export function tokenSourcesOf(content: Content): TokenSources | undefined {
  const farm = content.farm[0]?.data;
  const shop = content.shop[0]?.data;
  if (farm === undefined || shop === undefined) return undefined;
  return {
    farm,
    shop,
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
