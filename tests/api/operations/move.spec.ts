import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../../api/db/open.ts';
import { openShopDatabase } from '../../../api/db/open-shop.ts';
import { openPostgres } from '../../../api/db/postgres.ts';
import type { Database } from '../../../api/db/schema.ts';
import { findUnsentMails } from '../../../api/mail/mail-list-repository.ts';
import { countMessages, findMessages } from '../../../api/messages/messages-repository.ts';
import { copyRows, readContent } from '../../../api/operations/move/move-rows.ts';
import { MOVED_TABLES } from '../../../api/operations/move/moved-tables.ts';
import { readLinkSecret } from '../../../api/orders/order-links.ts';
import { pageQuerySchema, readOrderPage, readWeekTotals } from '../../../api/orders/order-list.ts';
import { insertOrderEvents } from '../../../api/orders/orders-repository.ts';
import { countBoxes } from '../../../api/orders/reservations-repository.ts';
import { findOrdersOfWeek } from '../../../api/packing/packing-repository.ts';
import { exportPerson } from '../../../api/privacy/export-person.ts';
import { fillShop } from '../../support/full-shop.ts';
import { runCommand } from '../../support/run-command.ts';
import { openTestPostgres } from '../../support/test-postgres.ts';
import { test } from '../db/postgres-under-test.ts';
import { madeUpId } from '../orders/made-up-orders.ts';

/** Of `one-writer.ts`. */
const WRITER_LOCK = 722513;
const NOW = new Date('2025-11-20T12:00:00.000Z');

/** What the farm and its buyers are told. */
async function askEverything(db: Kysely<Database>) {
  const answers: Record<string, unknown> = {};
  const lists = [
    ...['', 'customer 12', 'ta5 7aa', 'high street flat', '960123', 'BB-AAAA-AAC', 'porch', '!', 'o'].map(
      (q) => ({ q }),
    ),
    ...['look', 'pack', 'sent', 'start'].map((view) => ({ view })),
    { status: 'processing', week: '2025-12-01' },
    { sort: 'oldest', limit: '200' },
  ];
  for (const list of lists) {
    const query = pageQuerySchema.parse(list);
    const first = await readOrderPage(db, query, NOW);
    const cursor = first.next === null ? {} : { cursor: first.next };
    answers[JSON.stringify(list)] = [
      first,
      await readOrderPage(db, pageQuerySchema.parse({ ...list, ...cursor }), NOW),
    ];
  }
  for (const q of ['', 'lucja', 'obrien', '960', '1632', 'x']) {
    const found = [];
    for (const list of ['new', 'all', 'spam'] as const) {
      found.push(await findMessages(db, { list, q, after: null, limit: 10 }));
    }
    answers[`messages ${q}`] = [await countMessages(db, q), found];
  }
  answers.weeks = await readWeekTotals(db, { weeks: [] });
  answers.boxes = [...(await countBoxes(db, ['2025-12-01', '2025-12-08'], NOW.toISOString()))].sort();
  const packed = await findOrdersOfWeek(db, '2025-12-01');
  answers.packed = packed.sort((one, other) => one.orderNumber.localeCompare(other.orderNumber));
  answers.mails = await findUnsentMails(db, 10);
  answers.person = await exportPerson(db, 'customer1@example.com', NOW);
  return answers;
}

const shop = test.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'move-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

shop('a shop is the same on Postgres, and after the way back', async ({ folder }) => {
  const file = await openDatabase(join(folder, 'farm.db'));
  fillShop(file.sqlite, 1203);
  const before = await readContent(file.db.withoutPlugins());
  for (const { name } of MOVED_TABLES) expect(before[name]?.rows, name).toBeGreaterThan(0);
  const postgres = await openTestPostgres('');
  await postgres.db.transaction().execute((trx) => copyRows(file.db.withoutPlugins(), trx.withoutPlugins()));
  expect(await readContent(postgres.db.withoutPlugins())).toEqual(before);
  expect(await askEverything(postgres.db)).toEqual(await askEverything(file.db));
  // What is written next has the next number.
  const event = {
    orderId: madeUpId(1),
    actor: 'admin',
    kind: 'week',
    before: null,
    after: null,
    reason: null,
  } as const;
  await insertOrderEvents(postgres.db, [{ ...event, createdAt: NOW.toISOString() }]);
  const last = await postgres.db
    .selectFrom('orderEvents')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(last).toEqual({ id: 10 });
  await postgres.db.deleteFrom('orderEvents').where('id', '=', 10).execute();

  const back = await openDatabase(join(folder, 'back', 'farm.db'));
  await back.db.transaction().execute((trx) => copyRows(postgres.db.withoutPlugins(), trx.withoutPlugins()));
  expect(await readContent(back.db.withoutPlugins())).toEqual(before);
  for (const database of [file, postgres, back]) await database.close();
});

shop('every table of the code is moved, or named as one that need not be', async () => {
  const { db, close } = await openTestPostgres('');
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const others = ['request_counts', 'work_lease'];
  expect(tables.sort()).toEqual([...MOVED_TABLES.map(({ name }) => name), ...others].sort());
  await close();
});

shop(
  'the command moves a stopped shop there and back, with the secret of its links',
  async ({ folder, url }) => {
    const file = await openDatabase(join(folder, 'farm.db'));
    fillShop(file.sqlite, 30);
    const secret = await readLinkSecret(file.db);
    const before = await readContent(file.db.withoutPlugins());
    const env = { DATA_DIR: folder, DATABASE_URL: url };
    expect(await runCommand('move', [], env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Stop the service/),
    });
    await file.close();
    const blocking = new pg.Client({ connectionString: url });
    await blocking.connect();
    await (await openPostgres(url)).close();
    await blocking.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITER_LOCK})`);
    const moving = runCommand('move', [], env);
    await expect.poll(() => existsSync(join(folder, 'moved-away'))).toBe(true);
    await expect(openDatabase(join(folder, 'farm.db')), 'no service starts meanwhile').rejects.toThrow(
      'The shop is being restored or moved',
    );
    await blocking.end();
    const there = await moving;
    expect(there).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('compared row by row: 30 orders of £'),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('farm.db.moved-'))).toHaveLength(1);
    expect(existsSync(join(folder, 'farm.db'))).toBe(false);
    const alone = expect.stringContaining(`The shop of ${folder} is on Postgres since 20`);
    await expect(openShopDatabase({ dataDir: folder })).rejects.toThrow('set DATABASE_URL to it');
    for (const [command, ...typed] of [['people'], ['restore', 'farm-1.db']] as const)
      expect(await runCommand(command, typed, { DATA_DIR: folder })).toMatchObject({
        code: 1,
        stderr: alone,
      });

    const used = join(folder, 'used');
    mkdirSync(used);
    await (await openDatabase(join(used, 'farm.db'))).close();
    expect(await runCommand('move', [], { ...env, DATA_DIR: used })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not empty/),
    });
    await (await openShopDatabase({ dataDir: used })).close();

    const postgres = await openPostgres(url);
    postgres.shared?.lease.start(() => {});
    await expect.poll(() => postgres.shared?.lease.isOurs()).toBe(true);
    const home = join(folder, 'home');
    expect(await runCommand('move', ['--back'], { ...env, DATA_DIR: home })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Stop the service/),
    });
    await postgres.shared?.lease.stop();
    await postgres.close();
    expect(await runCommand('move', ['--back'], { ...env, DATA_DIR: home })).toMatchObject({
      code: 0,
      stderr: '',
    });
    await expect(openShopDatabase({ dataDir: home, databaseUrl: url })).rejects.toThrow(
      'start without DATABASE_URL',
    );
    const back = await openShopDatabase({ dataDir: home });
    expect(await readContent(back.db.withoutPlugins())).toEqual(before);
    expect(await readLinkSecret(back.db)).toEqual(secret);
    await back.close();
    rmSync(home, { recursive: true });
  },
);

shop('a database in which no shop has begun is refused, and left as it is', async ({ folder, url }) => {
  const place = { dataDir: folder, databaseUrl: url };
  await expect(openShopDatabase({ ...place, mayBegin: false })).rejects.toThrow('with NEW_SHOP=1');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  expect(tables.rowCount).toBe(0);
  const begun = await openShopDatabase(place);
  await readLinkSecret(begun.db);
  await begun.close();
  await (await openShopDatabase({ ...place, mayBegin: false })).close();
});

shop(
  'on Postgres, backup and restore say where copies are made, and the doctor asks the server',
  async ({ folder, url }) => {
    const env = { DATA_DIR: folder, DATABASE_URL: url };
    const refused = { code: 1, stderr: expect.stringMatching(/on Postgres \(DATABASE_URL\)/) };
    expect(await runCommand('backup', [], env)).toMatchObject(refused);
    expect(await runCommand('restore', ['farm.db'], env)).toMatchObject(refused);
    const ask = async (databaseUrl: string) => {
      const { stdout } = await runCommand('doctor', ['--json'], {
        ...env,
        DATABASE_URL: databaseUrl,
        PAYMENTS: 'sandbox',
      });
      const results: { subject: string; ok: boolean }[] = JSON.parse(stdout);
      return results
        .filter(({ subject }) => /^(database|backups)$/.test(subject))
        .map(({ subject, ok }) => `${subject} ${ok}`);
    };
    expect(await ask(url)).toEqual(['database true', 'backups true']);
    expect(await ask('postgres://farm@127.0.0.1:9/farm')).toEqual(['database false', 'backups true']);
  },
);
