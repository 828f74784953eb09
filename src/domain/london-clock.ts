// Not with Intl, whose first use keeps the processor of a telephone busy for 60 ms. A test holds this against it.

const HOUR_MS = 3_600_000;

/**
 * What the clocks in Europe/London show at an instant, as the UTC fields of the date that it returns. Since 1996 they
 * are an hour ahead of UTC from the last Sunday of March to the last of October, 01:00 UTC each.
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

/** 01:00 UTC on the last Sunday of a month of 31 days; 0 is January. In ms since 1970. */
function findLastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1));
  return last.setUTCDate(31 - last.getUTCDay());
}
