import { addDays, formatDay, type IsoDay } from '#domain/dates.ts';
import { weekLabel } from '#domain/delivery/weeks.ts';
import type { Content } from '../reader/parse-content.ts';
import { seasonYear } from '../season/move-day.ts';

/** A sentence for each season that is over, and one for the delivery weeks that are: no mistakes, but old news. */
export function listOver({ seasons, shop }: Pick<Content, 'seasons' | 'shop'>, today: IsoDay): string[] {
  const ended = seasons.filter(({ data }) => data.to < today);
  const warnings = ended.map(
    ({ file, data }) => `content/${file}: the season ended on ${formatDay(data.to, 'full')}.`,
  );
  for (const { file, data } of shop) {
    const weeks = data.weeks.filter(({ id }) => addDays(id, 6) < today);
    if (weeks.length === 0) continue;
    const names = weeks.map((week) => `${weekLabel(week)} ${week.id.slice(0, 4)}`).join(', ');
    warnings.push(`content/${file}: ${names} ${weeks.length === 1 ? 'is' : 'are'} over.`);
  }
  if (ended.length === 0) return warnings;
  const next = Math.max(Number(today.slice(0, 4)), ...ended.map(({ data }) => seasonYear(data.to) + 1));
  return [...warnings, `For the new season: npm run content:season -- ${next}`];
}
