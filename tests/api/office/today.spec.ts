import Database from 'better-sqlite3';
import { createMorningMail } from '../../../api/office/morning-mail.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { addPerson } from '../../support/test-database.ts';
import { Browser } from '../admin/admin-under-test.ts';
import { test as base, expect, openApp } from '../app-under-test.ts';
import { makeUpOrders } from '../orders/made-up-orders.ts';
import { entries } from '../telephone/telephone-calls.ts';

/** Within the week that begins on 24 November, at an office with orders of every kind. */
const test = base.extend<{ open: (role: 'owner' | 'packer') => Promise<Browser> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  open: async ({}, use) => {
    const app = await openApp(undefined, { trustedProxies: 1 }, () => new Date('2025-11-25T09:00:00Z'));
    const sqlite = new Database(app.file);
    makeUpOrders(sqlite, 100);
    // Every status has 20 of them, in a week of its own. What is cancelled is owed, but for five.
    sqlite.exec(`
      UPDATE orders SET refunded_pence = total_pence WHERE id IN (SELECT id FROM orders WHERE status = 'cancelled' LIMIT 5);
      UPDATE orders SET payment_status = 'processing', payment_method = 'bank' WHERE status = 'pending';
      UPDATE orders SET created_at = '2025-11-24T00:00:01.000Z' WHERE id IN (SELECT id FROM orders LIMIT 7);
      INSERT INTO messages (id, name, email, subject, message, contact_preference, created_at)
        VALUES ('m', 'Ann', 'ann@example.com', 'Dogs', 'May they come?', 'email', '2025-11-24T09:00:00.000Z');
      INSERT INTO outbox (id, kind, subject_id, recipient, subject, text_body, html_body, mime_message_id, state,
          attempts, next_attempt_at, created_at)
        VALUES ('x', 'order_confirmation', 'o', 'ann@example.com', 'x', 'x', 'x', 'x', 'failed', 9,
          '2025-11-24T09:00:00.000Z', '2025-11-24T09:00:00.000Z');
    `);
    flagOrders(sqlite, 'abroad', {
      where: "id IN (SELECT id FROM orders WHERE status = 'processing' LIMIT 3)",
    });
    sqlite.close();
    await addPerson(app.parts.db, 'Pat');
    await use(async (role) => {
      const browser = new Browser(app.app, {
        Origin: 'http://localhost',
        'X-Forwarded-For': `198.51.100.${role.length}`,
      });
      await (role === 'owner' ? browser.signIn() : browser.signIn('pat', 'Pat'));
      return browser;
    });
    await app.close();
  },
});

const LINE = /<a href="([^"]+)"[^>]*><b[^>]*>([\d,]+)<\/b> ([^<]+)<\/a>/g;

test('each line of Today says how many its list has', async ({ open }) => {
  const owner = await open('owner');
  const taken = await owner.send(
    'POST',
    '/admin/telephone',
    new URLSearchParams(entries({ way: 'link', deliveryWeek: '2025-11-24' })),
  );
  expect(taken.status, await taken.text()).toBe(303);
  const html = await (await owner.send('GET', '/admin')).text();
  const lines = [...html.matchAll(LINE)].map(([, href = '', count, words]) => ({ href, count, words }));
  expect(lines.map(({ count, words }) => `${count} ${words}`)).toEqual([
    '7 new orders since yesterday',
    '3 orders need a look',
    '1 message to read',
    expect.stringMatching(/^15 refunds to make: £[\d,.]+$/),
    expect.stringMatching(/^20 orders not paid yet: £[\d,.]+$/),
    '1 payment link not used yet',
    '1 e-mail that didn’t arrive',
  ]);
  for (const { href, count, words } of lines) {
    expect((await owner.send('GET', href.replace(/#.*/, ''))).status, words).toBe(200);
    const view = new URL(href, 'http://x').searchParams.get('view');
    if (view === null || view === 'all') continue;
    const list = await (await owner.send('GET', `/api/branch-boxes/orders?limit=1&view=${view}`)).json();
    expect(String(list.totals.orders), view).toBe(count);
    const sum = { owed: Number(list.totals.revenue), unpaid: Number(list.totals.unpaid) }[view];
    if (sum !== undefined) expect(words?.replaceAll(',', '')).toContain(sum.toFixed(2));
  }
  // As the list of the weeks counts.
  const weeks = await (await owner.send('GET', '/api/admin/weeks')).json();
  for (const { week, boxes } of weeks)
    expect(html).toMatch(new RegExp(`week=${week}"[^/]+/a></th><td>${boxes}</td>`));
  expect(html).toMatch(/week=2025-11-24">50 boxes to pack for the week of 24 Nov<\/a>/);
});

test('a packer sees what a packer does, and no sums', async ({ open }) => {
  const html = await (await (await open('packer')).send('GET', '/admin')).text();
  expect([...html.matchAll(LINE)].map(([, , count, words]) => `${count} ${words}`)).toEqual([
    '3 orders need a look',
    '1 message to read',
  ]);
  expect(html).toContain('to pack for the week of 24 Nov');
  expect(html).toContain('<th scope="col">To pack</th>');
  expect(html).toMatch(/week=2025-11-24"[^/]+\/a><\/th><td>50<\/td><td>\d+<\/td>/);
  expect(html).not.toMatch(/£|Still to sell/);
  expect(html).not.toMatch(/Tell visitors|refund/);
});

test('one e-mail a morning says what Today says, at seven in London, and not after the season', async () => {
  const time = { now: new Date('2025-11-25T06:59:00Z') };
  const app = await openApp(undefined, {}, () => time.now);
  const { db, getCatalogue, getMailSettings } = app.parts;
  const sqlite = new Database(app.file);
  const woken: string[] = [];
  let farmMails: ReturnType<typeof getCatalogue>['farmMails'] = 'both';
  const mail = createMorningMail({
    ...{ db, getMailSettings, clock: () => time.now, log: () => {} },
    getCatalogue: () => ({
      ...getCatalogue(),
      farmMails,
      weeks: getCatalogue().weeks.map((week) => (week.id === '2025-11-24' ? { ...week, boxes: 55 } : week)),
    }),
    wakeOutbox: () => woken.push(time.now.toISOString()),
  });
  const runAt = async (now: string) => {
    time.now = new Date(now);
    await mail.runOnce();
  };
  // Nothing to tell, then too early, then too late, then not wanted, then over.
  await runAt('2025-11-25T07:05:00Z');
  makeUpOrders(sqlite, 100);
  for (const now of ['2025-11-25T06:59:00Z', '2025-11-25T10:00:00Z', '2025-12-29T07:05:00Z'])
    await runAt(now);
  farmMails = 'each';
  await runAt('2025-11-25T07:05:00Z');
  farmMails = 'morning';
  const send = () => db.updateTable('outbox').set({ state: 'sent' }).execute();
  for (const now of ['2025-11-25T07:05:00Z', '2025-11-25T07:10:00Z']) await runAt(now);
  await send();
  for (const now of ['2025-11-26T07:00:00Z', '2025-11-26T20:00:00Z']) await runAt(now);
  await send();
  // What was not packed in its week is not of this one.
  sqlite.exec("UPDATE orders SET week = '2025-11-17' WHERE status = 'processing'");
  await runAt('2025-11-27T07:00:00Z');
  const readMails = () => db.selectFrom('outbox').selectAll().orderBy('createdAt').execute();
  const mails = await readMails();
  expect(mails.map(({ subjectId }) => subjectId)).toEqual(['2025-11-25', '2025-11-26', '2025-11-27']);
  expect(mails[0]?.textBody).toContain('Good morning. 50 boxes to pack for the week of 24 Nov.');
  expect(mails[0]?.textBody).toMatch(/20 refunds to make: £[\d,.]+\n/);
  expect(mails[0]?.textBody).toMatch(/Week of 17 Nov: 50 boxes sold\. Over\./);
  expect(mails[0]?.textBody).toMatch(/Week of 24 Nov: 50 boxes sold\. Only 5 boxes left\./);
  expect(mails[2]?.textBody).toMatch(
    /^Good morning\. 50 boxes late, from earlier weeks\.\n(?!(.|\n)*of earlier weeks)/,
  );
  expect(mails[0]?.textBody).toMatch(/Open Today:\nhttps:\/\/[\w.]+\/admin\n/);
  // The last one has not gone by the next day, so it never does.
  await runAt('2025-11-28T06:00:00Z');
  expect(await readMails()).toEqual(mails.slice(0, 2));
  sqlite.close();
  await app.close();
});
