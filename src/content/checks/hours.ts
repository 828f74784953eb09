import { addDays, formatDay } from '#domain/dates.ts';
import type { Content } from '../reader/parse-content.ts';
import type { ContentProblem } from '../reader/problems.ts';
import { seasonYear } from '../season/move-day.ts';

/** How far from its season a special day may be. Further away it has the wrong year. */
const NEAR_DAYS = 31;

/** A special day must be near the seasons that are shown with its hours. */
export function checkSpecialDays(content: Content): ContentProblem[] {
  return content.hours.flatMap(({ id, file, data }) => {
    const seasons = findSeasons(content, id);
    const from = seasons.map((season) => season.from).sort()[0];
    const to = seasons
      .map((season) => season.to)
      .sort()
      .at(-1);
    if (from === undefined || to === undefined) return [];
    return (data.specialDays ?? [])
      .filter(({ day }) => day < addDays(from, -NEAR_DAYS) || day > addDays(to, NEAR_DAYS))
      .map(({ day, name }): ContentProblem => {
        const wanted = `a day of the season, ${formatDay(from, 'year')} to ${formatDay(to, 'year')}, or of the month before or after it`;
        const problem = { file, field: `specialDays["${name}"].day`, found: `"${day}"` };
        const season = seasonYear(day);
        if (season <= seasonYear(to)) return { ...problem, wanted };
        return {
          ...problem,
          wanted: `${wanted}; or every day moved to the season of ${season} first`,
          season,
        };
      });
  });
}

function findSeasons(content: Content, hours: string) {
  const shown = [...content.pages, ...content.towns].map(({ data }) => data.readings);
  const names = [
    ...shown
      .filter((each) => each.hours === hours || each.closingHours === hours)
      .map(({ season }) => season),
    ...content.structuredData.filter(({ data }) => data.hours === hours).map(({ data }) => data.season),
  ];
  return content.seasons.filter(({ id }) => names.includes(id)).map(({ data }) => data);
}
