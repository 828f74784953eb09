import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { WATCHED_JOBS } from '../../../api/db/schema.ts';
import { type AppUnderTest, openApp } from '../app-under-test.ts';
import { KEY, openStandIn } from '../labels/click-and-drop-stand-in.ts';
import { insertMail } from '../mail/made-up.ts';
import { openSmtpInbox } from '../mail/smtp-inbox.ts';
import { madeUpId, makeUpOrders } from '../orders/made-up-orders.ts';
import { listSubjects } from './farm-under-test.ts';

/** Something to do for each job, all of which kept failing in an earlier process. */
async function leaveWork({ parts: { db }, file }: AppUnderTest): Promise<void> {
  const sqlite = new SqliteDatabase(file);
  makeUpOrders(sqlite, 2);
  sqlite.exec(
    `UPDATE order_attempts SET state = 'open', payment_intent_id = 'pi_gone' WHERE id = '${madeUpId(0)}'`,
  );
  sqlite.close();
  const now = new Date().toISOString();
  const label = { orderId: madeUpId(1), state: 'waiting', attempts: 0, createdAt: now } as const;
  await db
    .insertInto('labels')
    .values({ ...label, identifier: null, nextAttemptAt: now, lastError: null })
    .execute();
  await insertMail(db);
  const failing = { lastGoodAt: null, failingSince: now, failures: 9, reason: 'Words', alertedAt: now };
  await db
    .insertInto('watchedJobs')
    .values(WATCHED_JOBS.map((name) => ({ name, ...failing })))
    .execute();
}

test('every job of the running service is watched: the farm hears that it works again', async () => {
  const backupDir = await mkdtemp(join(tmpdir(), 'backups-'));
  const inbox = await openSmtpInbox();
  const standIn = await openStandIn(() => 0);
  const app = await openApp(undefined, {
    backupDir,
    clickAndDrop: { key: KEY, url: standIn.url },
    mail: { smtpUrl: inbox.url, from: undefined, farmInbox: 'inbox@trees.example.com' },
  });
  await leaveWork(app);
  const readyz = async () => (await (await app.get('/readyz')).json()).warnings;
  expect(await readyz()).toEqual([...WATCHED_JOBS].sort());
  app.begin();
  // The first backup waits for ten seconds.
  await expect
    .poll(() => listSubjects(inbox).sort(), { timeout: 60_000 })
    .toEqual([
      'No more of the shop’s e-mails have failed',
      'Royal Mail Click & Drop is taking the shop’s orders again',
      'The shop can ask Stripe about payments again',
      'The shop’s backups are working again',
      'The shop’s e-mails are going out again',
    ]);
  expect(await readyz()).toEqual([]);
  await app.close();
  await standIn.close();
  await inbox.close();
  await rm(backupDir, { recursive: true });
});
