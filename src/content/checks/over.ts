import { addDays, formatDay, type IsoDay } from '#domain/dates.ts';
import { weekLabel } from '#domain/delivery/weeks.ts';
import type { Content } from '../reader/parse-content.ts';
import { seasonYear } from '../season/move-day.ts';

/** The seasons that have ended, the last day of them, and the year to move everything to; undefined while none has. */
export function findEndedSeasons({ seasons }: Pick<Content, 'seasons'>, today: IsoDay) {
  const ended = seasons.filter(({ data }) => data.to < today);
  const [last] = ended.map(({ data }) => data.to).sort((a, b) => b.localeCompare(a));
  if (last === undefined) return undefined;
  const next = Math.max(Number(today.slice(0, 4)), seasonYear(last) + 1);
  return { ended, areAll: ended.length === seasons.length, last, next };
}

/** A sentence for each season that is over, and one for the delivery weeks that are: no mistakes, but old news. */
export function listOver(content: Pick<Content, 'seasons' | 'shop'>, today: IsoDay): string[] {
  const over = findEndedSeasons(content, today);
  const warnings = (over?.ended ?? []).map(
    ({ file, data }) => `content/${file}: the season ended on ${formatDay(data.to, 'full')}.`,
  );
  for (const { file, data } of content.shop) {
    const weeks = data.weeks.filter(({ id }) => addDays(id, 6) < today);
    if (weeks.length === 0) continue;
    const names = weeks.map((week) => `${weekLabel(week)} ${week.id.slice(0, 4)}`).join(', ');
    warnings.push(`content/${file}: ${names} ${weeks.length === 1 ? 'is' : 'are'} over.`);
  }
  if (over) warnings.push(`For the new season: npm run content:season -- ${over.next}`);
  return warnings;
}
