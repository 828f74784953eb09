import { parseDay } from '#domain/dates.ts';
import { weekLabel } from '#domain/delivery/weeks.ts';

/** `Week of 1 Dec`; what is no day stays as it is. */
export function labelWeek(monday: string): string {
  const id = parseDay(monday);
  return id === null ? monday : weekLabel({ id });
}
