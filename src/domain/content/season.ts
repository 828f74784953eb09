import { type DayStyle, formatDay, type IsoDay } from '../dates.ts';

/** One reading of the season (section 9): its first and last day. */
export interface Season {
  readonly from: IsoDay;
  readonly to: IsoDay;
  /** Words for the first day if a page gives no exact date, such as `late November`. */
  readonly fromWords?: string | undefined;
}

/**
 * How a page writes the season: `short` 21 November to 21 December; `dated` 25 November to 21 December 2025; `full`
 * Friday 21 November to 21 December 2025.
 */
export type SeasonStyle = 'short' | 'dated' | 'full';

const FIRST_DAY: Record<SeasonStyle, DayStyle> = { short: 'day', dated: 'day', full: 'weekday' };

/** The season as text; see SeasonStyle. */
export function formatSeason(season: Season, style: SeasonStyle = 'dated'): string {
  const first = season.fromWords ?? formatDay(season.from, FIRST_DAY[style]);
  return `${first} to ${formatDay(season.to, style === 'short' ? 'day' : 'year')}`;
}
