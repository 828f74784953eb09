import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { createApp } from '../../../api/app.ts';
import { WATCHED_JOBS } from '../../../api/db/schema.ts';
import { createWatch } from '../../../api/operations/watch.ts';
import { test as folderTest } from '../../support/folder.ts';
import { type AppUnderTest, expect, openApp, test } from '../app-under-test.ts';
import { KEY, openStandIn } from '../labels/click-and-drop-stand-in.ts';
import { insertMail, SETTINGS } from '../mail/made-up.ts';
import { openSmtpInbox } from '../mail/smtp-inbox.ts';
import { madeUpId, makeUpOrders } from '../orders/made-up-orders.ts';
import { listSubjects } from './farm-under-test.ts';

const FAILING = {
  lastGoodAt: null,
  failures: 3,
  reason: 'No room',
  failingSince: '2025-11-21T09:00:00.000Z',
};

test('readyz is 200 while visitors can be served, with what is wrong besides, and 503 when they cannot', async ({
  app,
}) => {
  const ask = async (path = '/readyz') => {
    const response = await app.get(path);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    return [response.status, await response.json()];
  };
  const ready = { status: 'ready', payments: 'sandbox' };
  expect(await ask()).toEqual([200, { ...ready, warnings: [] }]);
  expect(await ask('/readyz?strict')).toMatchObject([200, {}]);
  // The last was left by an earlier process, which made labels: nobody here could mend it.
  const jobs = ['backup', 'mail', 'labels'] as const;
  const { db } = app.parts;
  await db
    .insertInto('watchedJobs')
    .values(jobs.map((name) => ({ name, ...FAILING, alertedAt: '2025-11-21T10:00:00.000Z' })))
    .execute();
  expect(await ask()).toEqual([200, { ...ready, warnings: ['mail'] }]);
  expect(await ask('/readyz?strict'), 'for a simple monitor').toMatchObject([503, {}]);

  const empty = { ...app.store.current().snapshot, paths: new Map() };
  const siteless = await createApp({ ...app.parts, getSnapshot: () => empty }).request('/readyz');
  const said = { error: 'Nothing is served: site.', code: 'not_ready', notReady: ['site'] };
  expect([siteless.status, await siteless.json()]).toEqual([503, said]);
  await db.destroy();
  const error = 'Pages are served, but the shop is not: its database does not answer.';
  expect(await ask()).toMatchObject([503, { error, notReady: ['database'] }]);
  expect(await ask('/healthz')).toMatchObject([200, {}]);
});

test('a database that takes nothing is a warning until it does', async ({ app }) => {
  const { db, clock } = app.parts;
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const watch = createWatch({ db, clock, log, getMailSettings: () => SETTINGS, wakeOutbox: () => {} });
  const reportRun = watch.follow('mail');
  await sql`PRAGMA query_only = ON`.execute(db);
  await reportRun({ ok: true });
  expect(await watch.listWarnings()).toEqual(['database']);
  expect(logged).toEqual(['the outcome of the job mail could not be stored']);
  await sql`PRAGMA query_only = OFF`.execute(db);
  await reportRun({ ok: true });
  expect(await watch.listWarnings()).toEqual([]);
});

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
  await db
    .insertInto('watchedJobs')
    .values(WATCHED_JOBS.map((name) => ({ name, ...FAILING, failingSince: now, alertedAt: now })))
    .execute();
}

folderTest(
  'every job of the running service is watched: the farm hears that it works again',
  async ({ folder: backupDir }) => {
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
        'Royal Mail Click & Drop is taking the shop’s orders again',
        'The shop can ask Stripe about payments again',
        'The shop’s backups are working again',
        'The shop’s e-mails are going out again',
      ]);
    expect(await readyz()).toEqual([]);
    await app.close();
    await standIn.close();
    await inbox.close();
  },
);
