import type { ContentValues } from '#content/reader/read-files.ts';
import { seasonYear } from '#content/season/move-day.ts';
import type { IsoDay } from '#domain/dates.ts';

/**
 * The year of the season to prepare: the coming one, or if the content has that already, the one after it.
 * @param today the day in Europe/London
 */
export function proposeSeason(values: ContentValues, today: IsoDay): number {
  const coming = Number(today.slice(0, 4)) + (today.slice(5) > '12-25' ? 1 : 0);
  const years = Object.entries(values).flatMap(([file, value]) => {
    const { from } = (value ?? {}) as { from?: unknown };
    return file.startsWith('season/') && typeof from === 'string' ? seasonYear(from as IsoDay) : [];
  });
  // The earliest, so that a change that stopped half-way can be completed.
  const old = Math.min(...years);
  return Number.isFinite(old) && old >= coming ? old + 1 : coming;
}
