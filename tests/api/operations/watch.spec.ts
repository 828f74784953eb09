import { WATCHED_JOBS } from '../../../api/db/schema.ts';
import { expect, type Farm, listSubjects, openAlarms, readNotices, test } from './farm-under-test.ts';

const FAILED = { ok: false, reason: 'No room on the disk' } as const;
const FAILING = 'The shop’s backups are failing';
const MENDED = 'The shop’s backups work again';

/** Reports so many failed backups, one every quarter of an hour, each by a service that has just been restarted. */
async function failBackups(farm: Farm, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await farm.restart();
    await farm.alarms.watch.follow('backup')(FAILED);
    farm.time.pass(15);
  }
  await farm.alarms.outbox.runOnce();
}

test('the farm hears once that a job fails and once that it works again', async ({ farm }) => {
  await failBackups(farm, 2);
  expect(listSubjects(farm.inbox)).toEqual([]);
  await failBackups(farm, 30);
  expect(listSubjects(farm.inbox)).toEqual([FAILING]);
  for (let time = 0; time < 3; time += 1) {
    await farm.restart();
    await farm.alarms.watch.follow('backup')({ ok: true });
    await farm.alarms.outbox.runOnce();
  }
  const [failing, mended, ...more] = readNotices(farm.inbox);
  expect(more).toEqual([]);
  expect(failing?.to).toEqual(['inbox@trees.example.com']);
  expect(failing?.text).toContain('Since: 20 November 2025, 09:00');
  expect(failing?.text).toContain('In technical words: No room on the disk');
  expect(failing?.text).toContain('BACKUP_DIR');
  expect(mended?.subject).toBe(MENDED);
  expect(mended?.text).toContain('Was out from: 20 November 2025, 09:00\nTo: 20 November 2025, 17:00');
});

test('a job that fails anew is told anew', async ({ farm }) => {
  await failBackups(farm, 3);
  await farm.alarms.watch.follow('backup')({ ok: true });
  await failBackups(farm, 3);
  expect(listSubjects(farm.inbox)).toEqual([FAILING, MENDED, FAILING]);
});

test('hiccups are told to nobody', async ({ farm }) => {
  const reportRun = farm.alarms.watch.follow('backup');
  for (let day = 0; day < 5; day += 1) {
    await reportRun(FAILED);
    farm.time.pass(15);
    await reportRun(FAILED);
    farm.time.pass(15);
    await reportRun({ ok: true });
    farm.time.pass(24 * 60);
  }
  // A crash and a restart every second would fail often, but not for long.
  for (let time = 0; time < 20; time += 1) await reportRun(FAILED);
  expect(await farm.alarms.watch.listWarnings()).toEqual([]);
  await farm.alarms.outbox.runOnce();
  expect(farm.inbox.received).toEqual([]);
});

test('one failure long ago is no lasting one', async ({ farm }) => {
  const reportRun = farm.alarms.watch.follow('labels');
  await reportRun(FAILED);
  farm.time.pass(6 * 60);
  await reportRun(FAILED);
  expect(await farm.alarms.watch.listWarnings()).toEqual([]);
  await reportRun(FAILED);
  expect(await farm.alarms.watch.listWarnings()).toEqual(['labels']);
});

test('a run that had nothing to do mends nothing', async ({ farm }) => {
  await failBackups(farm, 3);
  const reportRun = farm.alarms.watch.follow('backup');
  await reportRun({ ok: true, isProof: false });
  expect(await farm.alarms.watch.listWarnings()).toEqual(['backup']);
  await reportRun({ ok: true });
  await reportRun({ ok: true, isProof: false });
  expect(await farm.alarms.watch.listWarnings()).toEqual([]);
});

test('a clock that is put back ends no failure', async ({ farm }) => {
  await failBackups(farm, 3);
  farm.time.pass(-60);
  await failBackups(farm, 1);
  const state = { name: 'backup', failures: 4, alertedAt: '2025-11-20T09:30:00.000Z' };
  expect(await farm.alarms.watch.listJobs()).toContainEqual(expect.objectContaining(state));
  expect(listSubjects(farm.inbox)).toEqual([FAILING]);
});

test('two services on one database tell the farm once', async ({ farm }) => {
  const services = [farm.alarms, openAlarms(farm.database.db, farm.inbox, farm.clock)];
  const reports = services.map(({ watch }) => watch.follow('backup'));
  const reportAll = (outcome: typeof FAILED | { ok: true }) =>
    Promise.all(reports.map((reportRun) => reportRun(outcome)));
  await reportAll(FAILED);
  farm.time.pass(60);
  await reportAll(FAILED);
  await reportAll(FAILED);
  await farm.alarms.outbox.runOnce();
  await reportAll({ ok: true });
  await farm.alarms.outbox.runOnce();
  expect(listSubjects(farm.inbox)).toEqual([FAILING, MENDED]);
  const lines = services.flatMap(({ logged }) => logged);
  expect(lines.filter((line) => line.includes('keeps failing'))).toHaveLength(1);
});

test('what was mended before its mail could go is told in one mail', async ({ farm }) => {
  farm.inbox.mood = { at: 'MAIL FROM', code: 451 };
  await failBackups(farm, 3);
  await farm.alarms.watch.follow('backup')({ ok: true });
  farm.inbox.mood = 'take';
  farm.time.pass(60);
  await farm.alarms.outbox.runOnce();
  expect(listSubjects(farm.inbox)).toEqual([MENDED]);
});

test('every job has words of its own, for a person who runs a farm', async ({ farm }) => {
  for (const job of WATCHED_JOBS) {
    const reportRun = farm.alarms.watch.follow(job);
    for (let time = 0; time < 3; time += 1) {
      await reportRun(FAILED);
      farm.time.pass(60);
    }
    await farm.alarms.outbox.runOnce();
    await reportRun({ ok: true });
    await farm.alarms.outbox.runOnce();
  }
  const notices = readNotices(farm.inbox);
  expect(new Set(notices.map(({ subject }) => subject)).size).toBe(2 * WATCHED_JOBS.length - 1);
  for (const { text } of notices) expect(text).not.toMatch(/undefined|null|failed_mails|reconciliation/);
});
