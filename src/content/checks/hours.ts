import { findContradictions } from '#domain/content/notices.ts';
import { formatHours } from '#domain/content/opening-hours.ts';
import { addDays, formatDay, formatDays } from '#domain/dates.ts';
import type { Content } from '../reader/parse-content.ts';
import { type Finding, find } from '../reader/problems.ts';
import { namesRecord } from '../reader/shown-on.ts';
import { seasonYear } from '../season/move-day.ts';

/** How far from its season a special day may be. Further away it has the wrong year. */
const NEAR_DAYS = 31;

/** A special day must be near the seasons that are shown with its hours. */
export function checkSpecialDays(content: Content): Finding[] {
  return content.hours.flatMap(({ id, file, data }) => {
    const seasons = findSeasons(content, id);
    const from = seasons.map((season) => season.from).sort()[0];
    const to = seasons
      .map((season) => season.to)
      .sort()
      .at(-1);
    if (from === undefined || to === undefined) return [];
    return (data.specialDays ?? []).flatMap(({ day }, index): Finding[] => {
      if (day >= addDays(from, -NEAR_DAYS) && day <= addDays(to, NEAR_DAYS)) return [];
      const wanted = `a day of the season, ${formatDay(from, 'year')} to ${formatDay(to, 'year')}, or of the month before or after it`;
      const finding = { file, path: ['specialDays', index, 'day'], found: `"${day}"` };
      const season = seasonYear(day);
      if (season <= seasonYear(to)) return [{ ...finding, wanted }];
      const moved = `${wanted}; or everything moved to the ${season} season first`;
      return [{ ...finding, wanted: moved, season }];
    });
  });
}

function findSeasons(content: Content, hours: string) {
  const shown = [...content.pages, ...content.towns].map(({ data }) => data.readings);
  const told = content.structuredData.map(({ data }) => data);
  const named = [...shown, ...told].filter((each) => namesRecord(each, 'hours', hours));
  return content.seasons
    .filter(({ id }) => named.some(({ season }) => season === id))
    .map(({ data }) => data);
}

/** Two notices must not tell different hours of one day. */
export function checkNotices({ notices }: Pick<Content, 'notices'>): Finding[] {
  return notices.flatMap(({ file, path, data }, index) => {
    const earlier = notices.slice(0, index).map((each) => each.data);
    const [other] = findContradictions(earlier, data);
    if (other === undefined) return [];
    const days = formatDays(other.from, other.to, 'year');
    const found = `${formatHours(data)}, and ${formatHours(other)} in ["${other.id}"] for ${days}`;
    return find(
      file,
      path,
      found,
      'one of the two for each day: end one before the other begins, or remove it',
    );
  });
}
