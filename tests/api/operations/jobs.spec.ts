import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { retryMail } from '../../../api/mail/mail-list-repository.ts';
import { listBackups } from '../../../api/operations/backup/backup-files.ts';
import { createBackupTimer } from '../../../api/operations/backup/backup-timer.ts';
import { insertMail, listMails } from '../mail/made-up.ts';
import { expect, type Farm, listSubjects, readNotices, test } from './farm-under-test.ts';

const DAY = 24 * 60;

async function sendMails(farm: Farm): Promise<string[]> {
  await farm.alarms.outbox.runOnce();
  return listSubjects(farm.inbox);
}

test('backups: a folder that cannot be written is reported, and its repair too', async ({ farm }) => {
  const { dataDir, clock } = farm;
  const backupDir = join(dataDir, 'backups');
  await writeFile(join(dataDir, 'order-link-secret'), 's'.repeat(32));
  // In the way of the folder.
  await writeFile(backupDir, '');
  const runOnce = () => {
    const { watch, logged } = farm.alarms;
    const log = (message: string) => void logged.push(message);
    const reportRun = watch.follow('backup');
    return createBackupTimer({ folders: { dataDir, backupDir }, clock, log, reportRun }).runOnce();
  };
  for (const mails of [0, 0, 1, 1]) {
    await runOnce();
    expect(await sendMails(farm)).toHaveLength(mails);
    farm.time.pass(15);
  }
  expect(await farm.alarms.watch.listWarnings()).toEqual(['backup']);
  await farm.restart();
  await runOnce();
  expect(await sendMails(farm)).toEqual(['The shop’s backups are failing']);
  await rm(backupDir);
  for (let time = 0; time < 3; time += 1) {
    await runOnce();
    farm.time.pass(15);
  }
  expect(await sendMails(farm)).toEqual(['The shop’s backups are failing', 'The shop’s backups work again']);
  expect(readNotices(farm.inbox)[0]?.text).toContain('In technical words: E');
  const [backup, ...others] = listBackups(backupDir);
  expect(others).toEqual([]);
  // Not when it was looked at last.
  expect(await farm.alarms.watch.listJobs()).toContainEqual(
    expect.objectContaining({ name: 'backup', lastGoodAt: backup?.madeAt.toISOString() }),
  );
});

for (const mood of [{ at: 'MAIL FROM', code: 535 }, 'break off'] as const) {
  test(`mails: an outage (${JSON.stringify(mood)}) is reported afterwards`, async ({ farm }) => {
    const { database, inbox, time } = farm;
    await insertMail(database.db);
    inbox.mood = mood;
    // As often as the outbox tries.
    for (const minutes of [1, 2, 4, 8, 16, 32]) {
      await sendMails(farm);
      time.pass(minutes);
    }
    expect(await farm.alarms.watch.listWarnings()).toEqual([]);
    await sendMails(farm);
    expect(await farm.alarms.watch.listWarnings()).toEqual(['mail']);
    expect(farm.alarms.logged.join('\n')).toContain(
      'the job mail keeps failing, since 2025-11-20T09:00:00.000Z Error: The mail server',
    );
    await farm.restart();
    time.pass(DAY);
    await sendMails(farm);
    expect(await farm.alarms.watch.listWarnings()).toEqual(['mail']);
    // That one mail is refused says nothing of the server.
    inbox.mood = { at: 'RCPT TO', code: 550 };
    await insertMail(farm.database.db, { id: 'refused' });
    await sendMails(farm);
    expect(await farm.alarms.watch.listWarnings()).toEqual(['mail']);
    inbox.mood = 'take';
    time.pass(10 * 60);
    expect(await sendMails(farm)).toEqual(['The shop’s mails go out again']);
    expect(await sendMails(farm)).toHaveLength(1);
    const [notice] = readNotices(inbox);
    expect(notice?.text).toContain('Was out from: 20 November 2025, 09:00\nTo: 21 November 2025, 20:03');
    expect(notice?.text).toContain('In technical words: The mail server');
    expect(notice?.text).toContain('https://trees.example.com/admin/mails');
    expect(await farm.alarms.watch.listWarnings()).toEqual([]);
  });
}

test('mails: one that is refused for good is told once, and that it was dealt with', async ({ farm }) => {
  const { inbox, time } = farm;
  const look = async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      await farm.alarms.failedMails.runOnce();
      time.pass(1);
    }
    return sendMails(farm);
  };
  inbox.mood = { at: 'RCPT TO', code: 550 };
  await insertMail(farm.database.db);
  await sendMails(farm);
  expect(await listMails(farm.database.db)).toMatchObject([{ state: 'failed' }]);
  inbox.mood = 'take';
  const told = 'A mail of the shop could not be delivered';
  expect(await look()).toEqual([told]);
  expect(await farm.alarms.watch.listWarnings()).toEqual(['failed_mails']);
  await farm.restart();
  expect(await look()).toEqual([told]);
  // To the farm alone, and without the address that was wrong.
  expect(readNotices(inbox)[0]?.to).toEqual(['inbox@trees.example.com']);
  expect(readNotices(inbox)[0]?.text).not.toContain('someone@example.com');
  await farm.database.db.transaction().execute((trx) => retryMail(trx, 'mail-1', time.now));
  await sendMails(farm);
  expect(await look()).toEqual([told, 'No more mails of the shop have failed']);
  expect(await look()).toHaveLength(2);
  expect(await farm.alarms.watch.listWarnings()).toEqual([]);
});

test('mails: one that nobody can mend hides no other for longer than a day', async ({ farm }) => {
  const { db } = farm.database;
  const { failedMails } = farm.alarms;
  const refuse = async (id: string) => {
    farm.inbox.mood = { at: 'RCPT TO', code: 550 };
    await insertMail(db, { id, nextAttemptAt: farm.time.now.toISOString() });
    await sendMails(farm);
    farm.inbox.mood = 'take';
    for (let time = 0; time < 3; time += 1) await failedMails.runOnce();
    return sendMails(farm);
  };
  expect(await refuse('first')).toHaveLength(1);
  farm.time.pass(60);
  expect(await refuse('soon')).toHaveLength(1);
  farm.time.pass(DAY + 5);
  await failedMails.runOnce();
  expect(await sendMails(farm)).toHaveLength(2);
  expect(await refuse('later')).toEqual([
    'A mail of the shop could not be delivered',
    'No more mails of the shop have failed',
    'A mail of the shop could not be delivered',
  ]);
});
