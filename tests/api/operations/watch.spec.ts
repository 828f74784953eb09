import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WATCHED_JOBS } from '../../../api/db/schema.ts';
import { retryMail } from '../../../api/mail/mail-list-repository.ts';
import { listBackups } from '../../../api/operations/backup/backup-files.ts';
import { createBackupTimer } from '../../../api/operations/backup/backup-timer.ts';
import { insertMail } from '../mail/made-up.ts';
import { expect, type Farm, listSubjects, openWatchedService, readNotices, test } from './farm-under-test.ts';

const FAILED = { ok: false, reason: 'No room on the disk' } as const;
const FAILING = 'The shop’s backups are failing';
const MENDED = 'The shop’s backups are working again';

/** Reports so many failed backups, one every quarter of an hour, each by a service that has just been restarted. */
async function failBackups(farm: Farm, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await farm.restart();
    await farm.service.watch.follow('backup')(FAILED);
    farm.time.pass(15);
  }
  await farm.service.outbox.runOnce();
}

test('the farm hears once that a job fails and once that it works again, each time anew', async ({
  farm,
}) => {
  await failBackups(farm, 2);
  expect(listSubjects(farm.inbox)).toEqual([]);
  await failBackups(farm, 30);
  expect(listSubjects(farm.inbox)).toEqual([FAILING]);
  for (let time = 0; time < 3; time += 1) {
    await farm.restart();
    await farm.service.watch.follow('backup')({ ok: true });
    await farm.service.outbox.runOnce();
  }
  const [failing, mended, ...more] = readNotices(farm.inbox);
  expect([more, failing?.to]).toEqual([[], ['inbox@trees.example.com']]);
  for (const words of [
    'Since: 20 November 2025, 09:00',
    'In technical words: No room on the disk',
    'BACKUP_DIR',
  ])
    expect(failing?.text).toContain(words);
  expect(mended?.subject).toBe(MENDED);
  expect(mended?.text).toContain('Out of order from: 20 November 2025, 09:00\nTo: 20 November 2025, 17:00');
  await failBackups(farm, 3);
  expect(listSubjects(farm.inbox)).toEqual([FAILING, MENDED, FAILING]);
  // A clock that is put back ends no failure.
  farm.time.pass(-60);
  await failBackups(farm, 1);
  const [backup] = await farm.service.watch.listJobs();
  expect(backup).toMatchObject({ name: 'backup', failures: 4 });
  expect(listSubjects(farm.inbox)).toHaveLength(3);
  // Nor does a run that had nothing to do, and it begins none.
  const reportRun = farm.service.watch.follow('backup');
  await reportRun({ ok: true, isProof: false });
  expect(await farm.service.watch.listWarnings()).toEqual(['backup']);
  await reportRun({ ok: true });
  await reportRun({ ok: true, isProof: false });
  expect(await farm.service.watch.listWarnings()).toEqual([]);
});

test('single failures, many in a moment, and one long ago are not reported', async ({ farm }) => {
  const { watch, outbox } = farm.service;
  const reportRun = watch.follow('backup');
  for (let day = 0; day < 5; day += 1) {
    for (const outcome of [FAILED, FAILED, { ok: true }] as const) {
      await reportRun(outcome);
      farm.time.pass(15);
    }
    farm.time.pass(24 * 60);
  }
  // A crash and a restart every second would fail often, but not for long.
  for (let time = 0; time < 20; time += 1) await reportRun(FAILED);
  expect(await watch.listWarnings()).toEqual([]);
  await outbox.runOnce();
  expect(farm.inbox.received).toEqual([]);
  const reportLabels = watch.follow('labels');
  await reportLabels(FAILED);
  farm.time.pass(6 * 60);
  await reportLabels(FAILED);
  expect(await watch.listWarnings()).toEqual([]);
  await reportLabels(FAILED);
  expect(await watch.listWarnings()).toEqual(['labels']);
});

test('two services on one database tell the farm once', async ({ farm }) => {
  const services = [farm.service, openWatchedService(farm.database.db, farm.inbox, farm.clock)];
  const reports = services.map(({ watch }) => watch.follow('backup'));
  const reportAll = (outcome: typeof FAILED | { ok: true }) =>
    Promise.all(reports.map((reportRun) => reportRun(outcome)));
  await reportAll(FAILED);
  farm.time.pass(60);
  await reportAll(FAILED);
  await reportAll(FAILED);
  await farm.service.outbox.runOnce();
  await reportAll({ ok: true });
  await farm.service.outbox.runOnce();
  expect(listSubjects(farm.inbox)).toEqual([FAILING, MENDED]);
  const lines = services.flatMap(({ logged }) => logged);
  expect(lines.filter((line) => line.includes('keeps failing'))).toHaveLength(1);
});

test('what was mended before its mail could go is told in one mail', async ({ farm }) => {
  farm.inbox.mood = { at: 'MAIL FROM', code: 451 };
  await failBackups(farm, 3);
  await farm.service.watch.follow('backup')({ ok: true });
  farm.inbox.mood = 'take';
  farm.time.pass(60);
  await farm.service.outbox.runOnce();
  expect(listSubjects(farm.inbox)).toEqual([MENDED]);
});

test('every job has words of its own, for a person who runs a farm', async ({ farm }) => {
  for (const job of WATCHED_JOBS) {
    const reportRun = farm.service.watch.follow(job);
    for (let time = 0; time < 3; time += 1) {
      await reportRun(FAILED);
      farm.time.pass(60);
    }
    await farm.service.outbox.runOnce();
    await reportRun({ ok: true });
    await farm.service.outbox.runOnce();
  }
  const notices = readNotices(farm.inbox);
  expect(new Set(notices.map(({ subject }) => subject)).size).toBe(2 * WATCHED_JOBS.length - 1);
  for (const { text } of notices) expect(text).not.toMatch(/undefined|null|reconciliation/);
});

const DAY = 24 * 60;

async function sendMails(farm: Farm): Promise<string[]> {
  await farm.service.outbox.runOnce();
  return listSubjects(farm.inbox);
}

test('backups: a folder that cannot be written is reported, and its repair too', async ({ farm }) => {
  const { dataDir, clock } = farm;
  const backupDir = join(dataDir, 'backups');
  // In the way of the folder.
  await writeFile(backupDir, '');
  const runOnce = () => {
    const { watch, logged } = farm.service;
    const log = (message: string) => void logged.push(message);
    const reportRun = watch.follow('backup');
    return createBackupTimer({ folders: { dataDir, backupDir }, clock, log, reportRun }).runOnce();
  };
  for (const mails of [0, 0, 1, 1]) {
    await runOnce();
    expect(await sendMails(farm)).toHaveLength(mails);
    farm.time.pass(15);
  }
  expect(await farm.service.watch.listWarnings()).toEqual(['backup']);
  await farm.restart();
  await runOnce();
  expect(await sendMails(farm)).toEqual(['The shop’s backups are failing']);
  await rm(backupDir);
  for (let time = 0; time < 3; time += 1) {
    await runOnce();
    farm.time.pass(15);
  }
  expect(await sendMails(farm)).toEqual([
    'The shop’s backups are failing',
    'The shop’s backups are working again',
  ]);
  expect(readNotices(farm.inbox)[0]?.text).toContain('In technical words: E');
  const [backup, ...others] = listBackups(backupDir);
  expect(others).toEqual([]);
  // Not when it was looked at last.
  expect(await farm.service.watch.listJobs()).toContainEqual(
    expect.objectContaining({ name: 'backup', lastGoodAt: backup?.madeAt.toISOString() }),
  );
});

for (const [mood, why] of [
  [{ at: 'MAIL FROM', code: 535 }, 'The mail server'],
  ['break off', 'We couldn’t reach the mail server'],
] as const) {
  test(`mails: an outage (${JSON.stringify(mood)}) is reported afterwards`, async ({ farm }) => {
    const { database, inbox, time } = farm;
    await insertMail(database.db);
    inbox.mood = mood;
    // As often as the outbox tries.
    for (const minutes of [1, 2, 4, 8, 16, 32]) {
      await sendMails(farm);
      time.pass(minutes);
    }
    expect(await farm.service.watch.listWarnings()).toEqual([]);
    await sendMails(farm);
    expect(await farm.service.watch.listWarnings()).toEqual(['mail']);
    expect(farm.service.logged.join('\n')).toContain(
      `the job mail keeps failing, since 2025-11-20T09:00:00.000Z Error: ${why}`,
    );
    await farm.restart();
    time.pass(DAY);
    await sendMails(farm);
    expect(await farm.service.watch.listWarnings()).toEqual(['mail']);
    // That one mail is refused says nothing of the server.
    inbox.mood = { at: 'RCPT TO', code: 550 };
    await insertMail(farm.database.db, { id: 'refused' });
    await sendMails(farm);
    expect(await farm.service.watch.listWarnings()).toEqual(['failed_mails', 'mail']);
    await farm.database.db.deleteFrom('outbox').where('state', '=', 'failed').execute();
    inbox.mood = 'take';
    time.pass(10 * 60);
    expect(await sendMails(farm)).toEqual(['The shop’s e-mails are going out again']);
    expect(await sendMails(farm)).toHaveLength(1);
    const [notice] = readNotices(inbox);
    expect(notice?.text).toContain('Out of order from: 20 November 2025, 09:00\nTo: 21 November 2025, 20:03');
    expect(notice?.text).toContain(`In technical words: ${why}`);
    expect(notice?.text).toContain('https://trees.example.com/admin/mails');
    expect(await farm.service.watch.listWarnings()).toEqual([]);
  });
}

test('mails: one that is refused for good is told at once, and once a day', async ({ farm }) => {
  const { inbox, time } = farm;
  const { db } = farm.database;
  const refuse = async (id: string) => {
    inbox.mood = { at: 'RCPT TO', code: 550, onlyTo: 'someone@example.com' };
    await insertMail(db, { id, nextAttemptAt: time.now.toISOString() });
    return sendMails(farm);
  };
  const told = 'One of the shop’s e-mails could not be delivered';
  expect(await refuse('first')).toEqual([told]);
  expect(await farm.service.watch.listWarnings()).toEqual(['failed_mails']);
  // To the farm alone, and without the address that was wrong.
  expect(readNotices(inbox)[0]?.to).toEqual(['inbox@trees.example.com']);
  expect(readNotices(inbox)[0]?.text).not.toContain('someone@example.com');
  time.pass(60);
  expect(await refuse('soon')).toHaveLength(1);
  time.pass(DAY + 5);
  expect(await farm.service.watch.listWarnings()).toEqual([]);
  expect(await refuse('later')).toEqual([told, told]);
  inbox.mood = 'take';
  await db.transaction().execute((trx) => retryMail(trx, 'later', time.now));
  await sendMails(farm);
  expect(await farm.service.watch.listWarnings(), 'sent again').toEqual([]);
});
