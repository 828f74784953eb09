// Does not use Intl, whose first use takes 60 ms of a phone's processor. A test compares the two.

const HOUR_MS = 3_600_000;

/**
 * The local time in Europe/London at an instant, in the UTC fields of the returned date. Since 1996 the clocks are an
 * hour ahead of UTC from the last Sunday of March to the last of October, at 01:00 UTC.
 */
export function toLondonClock(instant: Date): Date {
  const year = instant.getUTCFullYear();
  const isSummer =
    instant.getTime() >= findLastSunday(year, 2) && instant.getTime() < findLastSunday(year, 9);
  return new Date(instant.getTime() + (isSummer ? HOUR_MS : 0));
}

/** `09:30:05`: the time of day in Europe/London. */
export function formatLondonTime(instant: Date): string {
  return toLondonClock(instant).toISOString().slice(11, 19);
}

/** 01:00 UTC on the last Sunday of a month of 31 days, in ms since 1970. Month 0 is January. */
function findLastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1));
  return last.setUTCDate(31 - last.getUTCDay());
}
