import { readFileSync } from 'node:fs';
import { readConfig } from '../../../api/config.ts';
import type { OpenDatabase } from '../../../api/db/open.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { createRetention } from '../../../api/privacy/retention.ts';
import { toPence } from '../../../src/domain/money.ts';
import { DAYS } from '../../../src/domain/retention-periods.ts';
import { BOX_PENCE } from '../../support/sample-order.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { test as base, expect } from '../operations/backup/test.ts';
import {
  findMarks,
  insertMarkedAttempt,
  insertMarkedMail,
  insertMarkedMessage,
  insertMarkedOrder,
} from './person.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000).toISOString();
const periods = { messagesDays: 365, ordersYears: 7 };

const test = base.extend<{ database: OpenDatabase; forget: () => Promise<string[]> }>({
  database: async ({ data }, use) => {
    const database = await data.open();
    await use(database);
    await database.close();
  },
  forget: async ({ database: { db } }, use) => {
    await use(async () => {
      const logged: string[] = [];
      const log = (message: string, error?: unknown) => logged.push(error ? `${message}: ${error}` : message);
      const retention = createRetention({ db, clock: () => NOW, log, periods });
      await retention.runOnce();
      await retention.stop();
      return logged;
    });
  },
});

test('messages go after a year and spam after a month, with their mails', async ({ database, forget }) => {
  const spam = { spamReason: 'links', isSpam: 1 };
  for (const [id, days, changes, mail] of [
    ['old', 366, {}],
    ['young', 364, {}],
    ['spam', 31, spam],
    ['young-spam', 29, spam],
    ['unsent', 366, {}, 'waiting'],
    // Its answer waits.
    ['unanswered', 366, {}],
    // Marked by a person, both against what the service took them for.
    ['no-spam', 31, { ...spam, isSpam: 0 }],
    ['nuisance', 31, { isSpam: 1 }],
  ] as const)
    await insertMarkedMessage(database, { id, createdAt: daysAgo(days), ...changes }, mail);
  await database.db
    .updateTable('outbox')
    .set({ state: 'waiting' })
    .where('id', '=', 'answer-unanswered')
    .execute();
  // Sent again to another address: a copy with an id of its own.
  await insertMarkedMail(database, { id: 'copy', kind: 'contact_message', subjectId: 'old/copy' });
  const logged = await forget();
  const kept = ['no-spam', 'unanswered', 'unsent', 'young', 'young-spam'];
  const messages = findMarks(database).filter((row) => row.startsWith('messages'));
  expect(messages.sort()).toEqual(kept.map((id) => `messages ${id}`));
  const mails = await database.db.selectFrom('outbox').select('subjectId').execute();
  expect(mails.map(({ subjectId }) => subjectId).sort()).toEqual(
    kept.flatMap((id) => [id, `${id}/answer-${id}`]).sort(),
  );
  const answers = findMarks(database).filter((row) => row.startsWith('message_answers'));
  expect(answers).toHaveLength(5);
  expect(logged).toContain('retention period over, deleted: 3 messages');
});

test('only purchases that can no longer be paid and became no order go', async ({ database, forget }) => {
  const old = { createdAt: daysAgo(60), updatedAt: daysAgo(31) };
  await insertMarkedAttempt(database, { id: 'closed', state: 'closed', ...old });
  await insertMarkedAttempt(database, { id: 'open', state: 'open', ...old });
  await insertMarkedAttempt(database, { id: 'young', state: 'closed', ...old, updatedAt: daysAgo(29) });
  await insertMarkedOrder(database, 'ordered', { paymentStatus: 'failed' });
  await database.db
    .updateTable('orderAttempts')
    .set({ state: 'closed' })
    .where('id', '=', 'attempt-ordered')
    .execute();
  await forget();
  const attempts = findMarks(database).filter((row) => row.startsWith('order_attempts'));
  expect(attempts.sort()).toEqual([
    'order_attempts attempt-ordered',
    'order_attempts open',
    'order_attempts young',
  ]);
});

test('mails lose their words, and are not sent again', async ({ database, forget }) => {
  for (const [id, state, sentDays, days] of [
    ['sent', 'sent', 31, 31],
    ['just-sent', 'sent', 29, 29],
    ['waiting', 'waiting', null, 400],
    ['failed', 'failed', null, 40],
    ['long-failed', 'failed', null, 400],
  ] as const) {
    const sentAt = sentDays === null ? null : daysAgo(sentDays);
    await insertMarkedMail(database, { id, state, sentAt, createdAt: daysAgo(days) });
  }
  await forget();
  expect(findMarks(database).sort()).toEqual(['outbox failed', 'outbox just-sent', 'outbox waiting']);
  const { db } = database;
  const sent = await db.selectFrom('outbox').selectAll().where('id', '=', 'sent').executeTakeFirstOrThrow();
  expect([sent.state, sent.subjectId, sent.recipient, sent.textBody]).toEqual(['sent', 'sent', '', '']);
});

test('counts of visits and sessions that are over go', async ({ database, forget }) => {
  const { sqlite } = database;
  const view = sqlite.prepare("INSERT INTO visit_counts VALUES (?, 'view', '/', '', ?, '', 'Somerset', 1)");
  sqlite.transaction(() => {
    for (let index = 0; index < 500; index += 1) view.run('2025-10-15', String(index));
    view.run('2025-10-16', 'home');
  })();
  const session = sqlite.prepare("INSERT INTO admin_sessions VALUES (?, ?, ?, 'owner')");
  session.run('over', daysAgo(8), daysAgo(0.1));
  session.run('idle', daysAgo(1), daysAgo(0.6));
  session.run('in use', daysAgo(1), daysAgo(0.1));
  await forget();
  const read = (query: string) => sqlite.prepare(query).pluck().all();
  expect(read('SELECT day FROM visit_counts')).toEqual(['2025-10-16']);
  expect(read('SELECT token_hash FROM admin_sessions')).toEqual(['in use']);
});

test('after seven years an order’s sums stay, and no personal data', async ({ database, forget }) => {
  await insertMarkedOrder(database, 'old', {
    createdAt: '2019-11-20T11:00:00.000Z',
    refundedPence: toPence(BOX_PENCE),
  });
  await insertMarkedOrder(database, 'young', { createdAt: '2019-11-20T13:00:00.000Z' });
  await insertMarkedOrder(database, 'moving', {
    createdAt: '2019-11-20T11:00:00.000Z',
    paymentStatus: 'processing',
  });
  await forget();
  const marked = findMarks(database);
  expect(marked.filter((row) => /\bold\b/.test(row))).toEqual([]);
  expect(marked).toContain('orders young');
  expect(marked).toContain('orders moving');
  const { db } = database;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', 'old').executeTakeFirstOrThrow();
  expect([order.totalPence, order.paidAmount, order.refundedPence, order.orderNumber, order.week]).toEqual([
    2 * BOX_PENCE,
    2 * BOX_PENCE,
    BOX_PENCE,
    'BB-old',
    '2025-11-24',
  ]);
  const history = await db.selectFrom('orderEvents').selectAll().where('orderId', '=', 'old').execute();
  expect(history.map(({ kind, after }) => `${kind} ${after}`)).toContain('status delivered');
  expect(history.at(-1)?.reason).toBe('Erased: kept as long as the accounts need it.');
  expect(await forget()).toEqual([]);
});

test('an order that was never paid for loses its buyer as an abandoned purchase does', async ({
  database,
  forget,
}) => {
  const lapsed = {
    paymentMethod: 'bank',
    paymentStatus: 'processing',
    status: 'cancelled',
    createdAt: daysAgo(50),
  } as const;
  await insertMarkedOrder(database, 'lapsed', { ...lapsed, updatedAt: daysAgo(31) });
  await insertMarkedOrder(database, 'just-lapsed', { ...lapsed, updatedAt: daysAgo(29) });
  await insertMarkedOrder(database, 'awaited', { ...lapsed, status: 'processing', updatedAt: daysAgo(31) });
  const paid = { ...lapsed, paymentStatus: 'succeeded', updatedAt: daysAgo(31) } as const;
  await insertMarkedOrder(database, 'paid', paid);
  await forget();
  const orders = findMarks(database).filter((row) => row.startsWith('orders'));
  expect(orders.sort()).toEqual(['orders awaited', 'orders just-lapsed', 'orders paid']);
});

test('/privacy says what is really kept, and for how long', () => {
  const page = readFileSync(`${TEST_CONTENT}/pages/privacy.md`, 'utf8');
  expect(readConfig({}).keeping).toEqual(periods);
  for (const promise of [
    'deleted after a year',
    `after ${DAYS.spam} days`,
    'for seven years',
    `${DAYS.abandonedAttempts} days after it can no longer be paid`,
    `words of an e-mail to you for ${DAYS.sentMails} days`,
    `for ${DAYS.visitCounts} days`,
    `${DAYS.disputes} days`,
    'end within four weeks',
    'for a few hours at most',
  ]) {
    expect(page).toContain(promise);
  }
  const { signIn, ...others } = LIMITS;
  const limits = [...Object.values(others), ...Object.values(signIn)];
  expect(Math.max(...limits.map(({ perSeconds }) => perSeconds))).toBeLessThanOrEqual(4 * 3600);
});
