import { parseDay } from '#domain/dates.ts';
import { weekLabel } from '#domain/delivery/weeks.ts';

/** `Week of 1 Dec`. A value that is not a date stays as it is. */
export function labelWeek(monday: string): string {
  const id = parseDay(monday);
  return id === null ? monday : weekLabel({ id });
}
