import { createClockWatch, doubtClock } from '../../../api/operations/clock-watch.ts';
import { expect, openApp, test } from '../app-under-test.ts';
import { insertMail, listMails } from '../mail/made-up.ts';
import { openSmtpInbox } from '../mail/smtp-inbox.ts';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const after = (ms: number) => new Date(NOON.getTime() + ms);

test('a clock is doubted when it is behind, or days ahead of when the shop last worked', () => {
  const isDoubted = (ms: number) => doubtClock(NOON.toISOString(), after(ms)) !== undefined;
  const cases = [-400 * DAY_MS, -HOUR_MS, -60_000, 0, DAY_MS, 3 * DAY_MS, 400 * DAY_MS];
  expect(cases.map(isDoubted)).toEqual([true, true, false, false, false, true, true]);
  expect(doubtClock(undefined, NOON)).toBeUndefined();
});

test('a doubted clock is right again when it is set right, or has gone on for a day', async ({ app }) => {
  const { db } = app.parts;
  let [now, uptimeMs] = [NOON, 0];
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const isRight = createClockWatch({ db, clock: () => now, log, getUptimeMs: () => uptimeMs });
  const isRightAt = (ms: number) => {
    now = after(ms);
    return isRight();
  };
  expect(await isRightAt(0)).toBe(true);
  expect(await isRightAt(400 * DAY_MS)).toBe(false);
  expect(await isRightAt(HOUR_MS)).toBe(true);
  expect(await isRightAt(-30 * DAY_MS)).toBe(false);
  expect(logged).toEqual(['the clock may be wrong', 'the clock is believed again', 'the clock may be wrong']);
  uptimeMs += DAY_MS;
  expect(await isRightAt(-29 * DAY_MS)).toBe(true);
  expect(await isRightAt(-28 * DAY_MS)).toBe(true);
});

test('a service whose clock is a year ahead erases and gives up nothing, and says so', async () => {
  const inbox = await openSmtpInbox();
  inbox.mood = { at: 'MAIL FROM', code: 451 };
  const mail = { smtpUrl: inbox.url, from: undefined, farmInbox: 'inbox@trees.example.com' };
  const keeping = { messagesDays: 365, ordersYears: 7 };
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  const app = await openApp(undefined, { mail, keeping }, clock);
  const { db } = app.parts;
  const listWarnings = async () => (await (await app.get('/readyz')).json()).warnings;
  expect(await listWarnings()).toEqual([]);
  await insertMail(db, { createdAt: clock().toISOString(), nextAttemptAt: clock().toISOString() });
  await insertMail(db, { id: 'sent', state: 'sent', sentAt: clock().toISOString(), textBody: 'Kept' });
  aheadMs = 400 * DAY_MS;
  app.begin();
  await expect.poll(() => app.logged.join()).toContain('is tried again at');
  expect(app.logged.join()).toContain('the clock may be wrong');
  expect(await listWarnings()).toEqual(['clock']);
  expect(await listMails(db)).toMatchObject([{ state: 'waiting' }, { state: 'sent', textBody: 'Kept' }]);
  inbox.mood = 'take';
  aheadMs = 0;
  expect(await listWarnings()).toEqual([]);
  app.parts.wakeOutbox();
  await expect.poll(() => inbox.received.length).toBe(1);
  await app.close();
  await inbox.close();
});
