import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { CamelCasePlugin, Kysely, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as initial from '../../../api/db/migrations/001-initial.ts';
import { openDatabase } from '../../../api/db/open.ts';
import { type Database, LABEL_STATES, WATCHED_JOBS } from '../../../api/db/schema.ts';
import { MAIL_KINDS } from '../../../src/domain/mails.ts';
import { ORDER_CHANGE_KINDS } from '../../../src/domain/orders/order-changes.ts';
import { ORDER_FLAG_CODES } from '../../../src/domain/orders/order-flags.ts';
import { ORDER_STATUSES } from '../../../src/domain/orders/order-status.ts';
import { insertMail, listMails } from '../mail/made-up.ts';

const test = base.extend<{ file: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  file: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'database-'));
    await use(join(dir, 'below', 'site.db'));
    await rm(dir, { recursive: true });
  },
});

test('every open has write-ahead logging, full synchronisation and foreign keys', async ({ file }) => {
  for (const time of ['first', 'second']) {
    const database = await openDatabase(file);
    const pragma = (name: string) => database.sqlite.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')], time).toEqual([
      'wal',
      2,
      1,
    ]);
    expect(Number(pragma('busy_timeout')), time).toBeGreaterThanOrEqual(1000);
    await database.close();
  }
});

test('every table is strict, and the lists in its checks are the ones of the code', async ({ file }) => {
  const { sqlite, close } = await openDatabase(file);
  const tables = sqlite
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'kysely*'")
    .all() as {
    name: string;
    sql: string;
  }[];
  expect(tables.length).toBeGreaterThanOrEqual(8);
  for (const { name, sql } of tables) expect(sql, name).toMatch(/STRICT\s*$/);
  const quoted = (list: readonly string[]) => `(${list.map((each) => `'${each}'`).join(', ')})`;
  const sqlOf = (table: string) => tables.find(({ name }) => name === table)?.sql;
  expect(sqlOf('orders')).toContain(`status IN ${quoted(ORDER_STATUSES)}`);
  expect(sqlOf('order_flags')?.replace(/\s+/g, ' ')).toContain(`code IN ${quoted(ORDER_FLAG_CODES)}`);
  expect(sqlOf('order_events')).toContain(`kind IN ${quoted(ORDER_CHANGE_KINDS)}`);
  expect(sqlOf('labels')).toContain(`state IN ${quoted(LABEL_STATES)}`);
  expect(sqlOf('outbox')).toContain(`kind IN ${quoted(MAIL_KINDS)}`);
  expect(sqlOf('watched_jobs')).toContain(`name IN ${quoted(WATCHED_JOBS)}`);
  await close();
});

/** A database as the first version of the program left it. */
async function openFirstVersion(file: string): Promise<Kysely<Database>> {
  mkdirSync(dirname(file));
  const dialect = new SqliteDialect({ database: new SqliteDatabase(file) });
  const db = new Kysely<Database>({ dialect, plugins: [new CamelCasePlugin()] });
  const provider = { getMigrations: async () => ({ '001-initial': initial }) };
  await new Migrator({ db: db.withoutPlugins(), provider }).migrateToLatest();
  return db;
}

test('a migration that does not come to its end leaves nothing behind', async ({ file }) => {
  const old = await openFirstVersion(file);
  const readTables = () => old.introspection.getTables();
  // In the way of the second migration, halfway through.
  await old.schema.createTable('refund_requests').addColumn('id', 'text').execute();
  const before = await readTables();
  await expect(openDatabase(file)).rejects.toThrow(/refund_requests already exists/);
  expect(await readTables()).toEqual(before);
  await old.schema.dropTable('refund_requests').execute();
  await old.destroy();
  await (await openDatabase(file)).close();
});

test('waiting mails survive the migration of their table', async ({ file }) => {
  const old = await openFirstVersion(file);
  await insertMail(old);
  const before = await listMails(old);
  await old.destroy();
  const { db, sqlite, close } = await openDatabase(file);
  expect(await listMails(db)).toMatchObject(before);
  await insertMail(db, { id: 'mail-2', kind: 'refund' });
  await expect(insertMail(db, { id: 'mail-3', subjectId: 'mail-2', kind: 'refund' })).rejects.toThrow(
    /UNIQUE/,
  );
  const indexes = sqlite.prepare(
    "SELECT name FROM sqlite_schema WHERE tbl_name = 'outbox' AND sql LIKE '%INDEX%'",
  );
  expect(indexes.pluck().all()).toEqual(['outbox_due', 'outbox_sent', 'outbox_failed']);
  await close();
});

test('events of the first version become counts, and none is lost beyond a day’s rows', async ({ file }) => {
  const old = await openFirstVersion(file);
  await sql`
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 600)
    INSERT INTO analytics_events (kind, path, label, region, created_at)
    SELECT 'view', '/' || n, NULL, 'Somerset', '2025-11-21T09:30:00.000Z' FROM numbers
    UNION ALL SELECT 'view', '/600', NULL, 'Somerset', '2025-11-21T10:30:00.000Z'`.execute(old);
  await old.destroy();
  const { db, sqlite, close } = await openDatabase(file);
  const counts = await db.selectFrom('visitCounts').select(['day', 'path', 'label', 'count']).execute();
  expect(counts).toHaveLength(498);
  expect(counts).toContainEqual({ day: '2025-11-21', path: '/600', label: '', count: 2 });
  expect(counts).toContainEqual({ day: '2025-11-21', path: 'other', label: 'other', count: 103 });
  expect(sqlite.prepare('SELECT count(*) FROM analytics_events').pluck().get()).toBe(0);
  await close();
});

test('the one password of before is the owner’s, and who is signed in stays so', async ({ file }) => {
  const old = await openFirstVersion(file);
  const at = '2025-12-01T09:00:00.000Z';
  await sql`INSERT INTO settings VALUES ('admin_password_hash', 'the hash')`.execute(old);
  const addSession = (hash: string) =>
    sql`INSERT INTO admin_sessions (token_hash, created_at, last_seen_at) VALUES (${hash}, ${at}, ${at})`;
  await addSession('before').execute(old);
  await old.destroy();
  const { db, close } = await openDatabase(file);
  // The version before this one goes on for some seconds.
  await addSession('meanwhile').execute(db);
  const people = await db.selectFrom('people').selectAll().execute();
  expect(people).toMatchObject([{ id: 'owner', role: 'owner', passwordHash: 'the hash' }]);
  const sessions = await db.selectFrom('adminSessions').select('personId').execute();
  expect(sessions).toEqual([{ personId: 'owner' }, { personId: 'owner' }]);
  expect(await sql`SELECT value FROM settings`.execute(db)).toMatchObject({ rows: [{ value: 'the hash' }] });
  await close();
});

test('a database that a newer version has changed is refused in words', async ({ file }) => {
  const first = await openDatabase(file);
  first.sqlite.exec("INSERT INTO kysely_migration VALUES ('999-later', '2030-01-01T00:00:00Z')");
  await first.close();
  await expect(openDatabase(file)).rejects.toThrow('newer version of this program (999-later)');
});

test('a file that is no database is refused and left as it was', async ({ file }) => {
  const dir = join(file, '..');
  await (await openDatabase(join(dir, 'other.db'))).close();
  await writeFile(file, 'These are notes, not a database. '.repeat(50));
  await expect(openDatabase(file)).rejects.toThrow(/not a database/);
});

test('two processes that read before they write lose nothing and do not fail', async ({ file }) => {
  const { close, db } = await openDatabase(file);
  const run = promisify(execFile);
  const count = () => run(process.execPath, ['tests/support/count-in-database.ts', file, '100']);
  await Promise.all([count(), count()]);
  const { value } = await db.selectFrom('settings').select('value').executeTakeFirstOrThrow();
  expect(value).toBe('200');
  await close();
});

test('files that everybody could read are private from the next start on', async ({ file }) => {
  const folder = dirname(file);
  const database = join(folder, 'farm.db');
  mkdirSync(folder, { recursive: true });
  await (await openDatabase(database)).close();
  await writeFile(join(folder, 'order-link-secret'), 'secret');
  await writeFile(join(folder, 'notes.txt'), 'somebody else’s');
  await chmod(folder, 0o755);
  for (const name of ['farm.db', 'order-link-secret', 'notes.txt']) await chmod(join(folder, name), 0o644);
  const opened = await openDatabase(database);
  const modes = await Promise.all(
    ['', 'farm.db', 'farm.db-wal', 'farm.db-shm', 'order-link-secret', 'notes.txt'].map(async (name) =>
      ((await stat(join(folder, name))).mode & 0o777).toString(8),
    ),
  );
  await opened.close();
  expect(modes).toEqual(['700', '600', '600', '600', '600', '644']);
});
