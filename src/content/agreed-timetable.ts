import { makeAgreedTimetable } from '#domain/content/opening-today.ts';
import type { Timetable } from '#domain/content/timetable.ts';
import { getOpenings } from './site.ts';

let built: Promise<Timetable | null> | undefined;

/** What the opening hours of all pages agree on. A build makes it once, because each page needs it. */
export function getAgreedTimetable(): Promise<Timetable | null> {
  if (import.meta.env.DEV) return make();
  built ??= make();
  return built;
}

async function make(): Promise<Timetable | null> {
  return makeAgreedTimetable(await getOpenings());
}
