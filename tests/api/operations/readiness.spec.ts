import { sql } from 'kysely';
import { createApp } from '../../../api/app.ts';
import { createWatch } from '../../../api/operations/watch.ts';
import { expect, test } from '../app-under-test.ts';
import { SETTINGS } from '../mail/made-up.ts';

test('readyz is 200 while visitors can be served, and says so to no cache', async ({ app }) => {
  const response = await app.get('/readyz');
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ready', payments: 'sandbox', warnings: [] },
  ]);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect((await app.get('/readyz?strict')).status).toBe(200);
});

test('a site without pages is named, with 503', async ({ app }) => {
  const empty = { ...app.store.current().snapshot, paths: new Map() };
  const response = await createApp({ ...app.parts, getSnapshot: () => empty }).request('/readyz');
  expect([response.status, await response.json()]).toEqual([
    503,
    { error: 'Not ready: site.', code: 'not_ready', notReady: ['site'] },
  ]);
});

test('a database that does not answer is named, with 503, and healthz stays 200', async ({ app }) => {
  await app.parts.db.destroy();
  const response = await app.get('/readyz');
  expect([response.status, await response.json()]).toMatchObject([503, { notReady: ['database'] }]);
  expect((await app.get('/healthz')).status).toBe(200);
});

test('a job that keeps failing is a warning, and visitors are sent here all the same', async ({ app }) => {
  const { db } = app.parts;
  const state = { failures: 3, reason: 'No room', alertedAt: '2025-11-21T10:00:00.000Z' };
  const since = { lastGoodAt: null, failingSince: '2025-11-21T09:00:00.000Z' };
  for (const name of ['mail', 'failed_mails'] as const)
    await db
      .insertInto('watchedJobs')
      .values({ name, ...state, ...since })
      .execute();
  // Left by an earlier process, which made labels: nobody here could mend it.
  await db
    .insertInto('watchedJobs')
    .values({ name: 'labels', ...state, ...since })
    .execute();
  const response = await app.get('/readyz');
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ready', payments: 'sandbox', warnings: ['failed_mails', 'mail'] },
  ]);
  expect((await app.get('/readyz?strict')).status, 'for a simple monitor').toBe(503);
});

test('a database that takes nothing is a warning until it does', async ({ app }) => {
  const { db, clock } = app.parts;
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const watch = createWatch({ db, clock, log, getMailSettings: () => SETTINGS, wakeOutbox: () => {} });
  const reportRun = watch.follow('failed_mails');
  await sql`PRAGMA query_only = ON`.execute(db);
  await reportRun({ ok: true });
  expect(await watch.listWarnings()).toEqual(['database']);
  expect(logged).toEqual(['the outcome of the job failed_mails could not be stored']);
  await sql`PRAGMA query_only = OFF`.execute(db);
  await reportRun({ ok: true });
  expect(await watch.listWarnings()).toEqual([]);
});
