import { readFileSync } from 'node:fs';
import type { OpenDatabase } from '../../../api/db/open.ts';
import { runCommand } from '../../support/run-command.ts';
import { BOX_PENCE } from '../../support/sample-order.ts';
import { expect, test } from '../operations/backup/test.ts';
import {
  EMAIL,
  findMarks,
  insertMarkedAttempt,
  insertMarkedMail,
  insertMarkedMessage,
  insertMarkedOrder,
  MARK,
} from './person.ts';

const TODAY = new Date().toISOString();
/** Not as it was given to the shop. */
const ASKED = `  ${EMAIL.toUpperCase()} `;

async function insertEverything(database: OpenDatabase): Promise<void> {
  await insertMarkedOrder(database, 'done', { createdAt: '2024-11-20T09:00:00.000Z' });
  // An e-mail about it to an address that was mistyped, and corrected since.
  const mistyped = { kind: 'refund', subjectId: 'done', recipient: 'jane@exmaple.com' } as const;
  await insertMarkedMail(database, { id: 'mistyped', ...mistyped });
  await insertMarkedAttempt(database, { id: 'abandoned', state: 'closed' });
  await insertMarkedMessage(database, { id: 'message' });
}

test('everything that is stored of a person is exported, and nothing of anybody else', async ({ data }) => {
  await data.use(insertEverything);
  const { code, stdout, stderr } = await runCommand('person', [ASKED], data.env);
  expect([code, stderr]).toEqual([0, '']);
  const found = JSON.parse(stdout);
  expect(
    Object.entries(found).map(([name, rows]) => [name, Array.isArray(rows) ? rows.length : rows]),
  ).toEqual([
    ['email', EMAIL.toLowerCase()],
    ['exportedAt', expect.any(String)],
    ['orders', 1],
    ['attempts', 2],
    ['messages', 1],
    ['mails', 5],
  ]);
  expect(found.orders[0].history).toHaveLength(3);
  expect(found.orders[0].refunds).toEqual([
    expect.objectContaining({ note: `Sorry about the branches, ${MARK}` }),
  ]);
  const answer = { text: `Dear ${MARK}`, createdAt: '2025-11-20T10:00:00.000Z' };
  expect(found.messages[0].answers).toEqual([answer]);
  expect(stdout).not.toContain('customer1@example.com');
});

test('an erased person is in no file of the database, and the sums stay', async ({ data }) => {
  await data.use(insertEverything);
  const asked = await runCommand('person', [ASKED, '--erase'], data.env);
  expect([asked.code, asked.stdout]).toEqual([1, '']);
  expect(asked.stderr).toContain('Nothing was erased. This cannot be undone: add --yes to confirm.');
  expect((await data.use(findMarks)).length).toBeGreaterThan(5);
  const done = await runCommand('person', [ASKED, '--erase', '--yes'], data.env);
  expect(done.stderr).toBe('');
  expect(done.stdout).toContain('Erased: 1 message, 1 abandoned purchase,');
  expect(done.stdout).toContain('the buyer of 1 order (BB-done)');
  expect(await data.use(findMarks)).toEqual([]);
  expect(readFileSync(data.file).includes(MARK)).toBe(false);
  await data.use(async ({ db }) => {
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', 'done')
      .executeTakeFirstOrThrow();
    expect([order.totalPence, order.status, order.version]).toEqual([2 * BOX_PENCE, 'delivered', 2]);
    const history = await db
      .selectFrom('orderEvents')
      .select('reason')
      .where('orderId', '=', 'done')
      .execute();
    expect(history.filter(({ reason }) => reason === 'Erased as its buyer asked.').length).toBeGreaterThan(0);
  });
  expect(await data.countOrders()).toBe(31);
});

test('a young order is kept, with its mails, and the day named; the rest goes', async ({ data }) => {
  await data.use(async (database) => {
    await insertEverything(database);
    await insertMarkedOrder(database, 'young', { createdAt: TODAY });
  });
  const { stdout } = await runCommand('person', [ASKED, '--erase', '--yes'], data.env);
  const until = new Date(Date.parse(TODAY) + 120 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  expect(stdout).toContain(`Kept until ${until}, in case the bank asks about its payment: BB-young.`);
  const marks = await data.use(findMarks);
  expect(marks).toContain('orders young');
  expect(marks).toContain('outbox confirmation-young');
  expect(marks.filter((row) => /done|message|abandoned/.test(row))).toEqual([]);
});

test('while something of theirs is under way, nothing is erased', async ({ data }) => {
  await data.use(insertEverything);
  const refuse = async (reason: RegExp) => {
    const before = await data.use(findMarks);
    const { code, stderr } = await runCommand('person', [EMAIL, '--erase', '--yes'], data.env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(reason)]);
    expect(await data.use(findMarks)).toEqual(before);
  };
  await data.use((database) => insertMarkedAttempt(database, { id: 'open', state: 'open' }));
  await refuse(/A payment of theirs can still be made/);
  await data.use((database) => insertMarkedOrder(database, 'way', { status: 'shipped' }));
  await data.use((database) => insertMarkedOrder(database, 'bank', { dispute: 'open' }));
  await refuse(/(BB-way, BB-bank|BB-bank, BB-way) is not finished/);
});

test('without a database, or without an address, it says how it is used', async ({ data }) => {
  expect((await runCommand('person', [], data.env)).stderr).toContain(
    'Missing: an e-mail address. Nothing was done.',
  );
  const gone = await runCommand('person', [EMAIL], { DATA_DIR: `${data.dataDir}/none` });
  expect(gone.stderr).toContain('There is no shop in');
});
