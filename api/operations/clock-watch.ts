import { formatLondonInstant } from '#forms/london-time.ts';
import { readSetting, writeSetting } from '../db/settings.ts';
import type { Background } from '../jobs/job.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Two machines on one database may differ by this much. */
const BEHIND_MS = 10 * MINUTE_MS;
/** A shop that was off for longer is doubted for a day, which costs it nothing. Mails are given up after three. */
const AHEAD_MS = 2 * DAY_MS;
/** What a clock says for so long without a break is believed: a shop may have been off for months. */
const BELIEVED_AFTER_MS = DAY_MS;
const NOTE_EVERY_MS = MINUTE_MS;

/** A setting: when the shop last worked, by a clock that was right. */
export const CLOCK_SEEN = 'clock_seen';

/**
 * Why a clock may be wrong, as on a board that starts without one. Not by the newest rows themselves: those of an hour
 * with a wrong clock would put the right one in doubt.
 * @param seen when the shop last worked. Undefined if it never has
 */
export function doubtClock(seen: string | undefined, now: Date): string | undefined {
  const passedMs = seen === undefined ? 0 : now.getTime() - Date.parse(seen);
  if (seen === undefined || (passedMs >= -BEHIND_MS && passedMs <= AHEAD_MS)) return undefined;
  return `The clock says ${formatLondonInstant(now.toISOString())}, and the shop last worked at ${formatLondonInstant(seen)}. Until the clock is set right, nothing is erased or given up; if it is right, it is believed after a day.`;
}

/** @returns whether what is old by this clock may be erased or given up */
export function createClockWatch({
  db,
  clock,
  log,
  getUptimeMs = () => performance.now(),
}: Pick<Background, 'db' | 'clock' | 'log'> & {
  /** A clock that nobody sets. */
  readonly getUptimeMs?: () => number;
}): () => Promise<boolean> {
  let doubtedAtMs: number | undefined;

  return async () => {
    const now = clock();
    const noted = await readSetting(db, CLOCK_SEEN);
    const doubt = doubtClock(noted, now);
    const isBelieved = doubtedAtMs !== undefined && getUptimeMs() - doubtedAtMs >= BELIEVED_AFTER_MS;
    if (doubt !== undefined && !isBelieved) {
      if (doubtedAtMs === undefined) log('the clock may be wrong', new Error(doubt));
      doubtedAtMs ??= getUptimeMs();
      return false;
    }
    if (doubtedAtMs !== undefined) log('the clock is believed again');
    doubtedAtMs = undefined;
    if (noted === undefined || Math.abs(now.getTime() - Date.parse(noted)) >= NOTE_EVERY_MS)
      await writeSetting(db, CLOCK_SEEN, now.toISOString());
    return true;
  };
}
