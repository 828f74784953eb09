import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { MIGRATIONS, migrate } from '../../../../api/db/migrate.ts';
import { checkDatabase, listBackups, nameBackup } from '../../../../api/operations/backup/backup-files.ts';
import { createBackupTimer } from '../../../../api/operations/backup/backup-timer.ts';
import { backUpBeforeChange, makeBackup } from '../../../../api/operations/backup/make-backup.ts';
import { restoreBackup } from '../../../../api/operations/backup/restore-backup.ts';
import { readLinkSecret } from '../../../../api/orders/order-links.ts';
import { runCommand } from '../../../support/run-command.ts';
import { madeUpId, makeUpOrders } from '../../orders/made-up-orders.ts';
import { expect, test } from './test.ts';

const NOON = new Date('2025-12-01T12:00:00.000Z');
const HOUR_MS = 60 * 60 * 1000;

test('a backup is one file, with the secret of the links, readable by its owner alone', async ({ data }) => {
  const secret = await data.use(({ db }) => readLinkSecret(db));
  const { file, counts } = makeBackup(data, NOON);
  expect(counts).toEqual({ orders: 30, messages: 0 });
  expect(readdirSync(data.backupDir)).toEqual(['farm-2025-12-01T12-00-00.000Z.db']);
  rmSync(data.dataDir, { recursive: true });
  restoreBackup(file, data.dataDir, NOON);
  expect(await data.use(({ db }) => readLinkSecret(db))).toEqual(secret);
  expect(checkDatabase(file)).toEqual(counts);
  expect([data.backupDir, file].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
});

test('one changed byte of a backup is found, wherever it is', async ({ data }) => {
  const { file } = makeBackup(data, NOON);
  const bytes = readFileSync(file);
  const damaged = join(data.backupDir, 'damaged.db');
  // The header, its checksum, and all through the file.
  for (let at = 40; at < bytes.length; at += at < 100 ? 4 : Math.ceil(bytes.length / 40)) {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    writeFileSync(damaged, copy);
    expect(() => restoreBackup(damaged, data.dataDir, NOON), `byte ${at}`).toThrow(damaged);
  }
  expect(await data.countOrders()).toBe(30);
  writeFileSync(damaged, bytes);
  expect(restoreBackup(damaged, data.dataDir, NOON).counts.orders).toBe(30);
});

test('a backup is made before the tables of a shop change, and without one they stay', async ({ data }) => {
  const next = {
    ...MIGRATIONS,
    '900-made-up': { up: (db) => db.schema.dropTable('visit_counts').execute() },
  } satisfies typeof MIGRATIONS;
  const logged: string[] = [];
  const backUp = backUpBeforeChange(data, (line) => void logged.push(line));
  const migrateWith = (before: () => void, migrations = MIGRATIONS) =>
    data.use(({ db }) => migrate(db, migrations, before));
  await migrateWith(backUp);
  expect(listBackups(data.backupDir)).toEqual([]);
  const noRoom = () => {
    throw new Error('No room');
  };
  await expect(migrateWith(noRoom, next)).rejects.toThrow('No room');
  await migrateWith(backUp, next);
  const [backup, ...others] = listBackups(data.backupDir);
  expect([others, backup?.isByHand]).toEqual([[], true]);
  expect(logged).toEqual([`a backup was made before the tables change: ${backup?.file}`]);
  // The version before starts with it again.
  await expect(data.open()).rejects.toThrow('newer version');
  restoreBackup(backup?.file ?? '', data.dataDir, NOON);
  expect(await data.countOrders()).toBe(30);
});

test('what was deleted is in no backup made afterwards, nor are the counts of visits', async ({ data }) => {
  await data.use(({ sqlite }) => sqlite.exec("UPDATE orders SET customer_name = 'Blackthorn'"));
  await data.use(({ sqlite }) => sqlite.exec('UPDATE orders SET customer_name = NULL'));
  const before = makeBackup(data, NOON);
  for (const file of [before.file, data.file]) expect(readFileSync(file).includes('Blackthorn')).toBe(false);
  await data.use(({ sqlite }) =>
    sqlite.exec(`
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
      INSERT INTO visit_counts SELECT '2025-12-01', 'search', '/faq', '', 'Blackthorn ' || n, '', 'Somerset', 1
      FROM numbers`),
  );
  const after = makeBackup(data, new Date(NOON.getTime() + 24 * HOUR_MS));
  expect(readFileSync(data.file).includes('Blackthorn')).toBe(true);
  expect(readFileSync(after.file).includes('Blackthorn')).toBe(false);
  // It is as small without them.
  expect(statSync(after.file).size).toBe(statSync(before.file).size);
});

test('a backup has one state of the orders, and delays no order', async ({ data }) => {
  const { sqlite, close } = await data.open();
  sqlite.exec('DELETE FROM orders; DELETE FROM order_attempts');
  makeUpOrders(sqlite, 5000);
  const copyRow = (table: string, change: string) =>
    sqlite.prepare(
      `INSERT INTO ${table} SELECT ${columnsOf(sqlite, table, change)} FROM ${table} WHERE id = '${madeUpId(0)}'`,
    );
  const attempt = copyRow('order_attempts', 'id');
  const order = copyRow('orders', 'id, attempt_id, order_number, payment_intent_id');
  const sell = sqlite.transaction((id: string) => {
    attempt.run({ id });
    order.run({ id });
  });
  const timer = createBackupTimer({ folders: data, clock: () => NOON, log: () => {} });
  let isDone = false;
  const done = timer.runOnce().finally(() => {
    isDone = true;
  });
  let sold = 0;
  for (; !isDone; sold += 1) {
    sell(`sold-${sold}`);
    await turn();
  }
  await done;
  await close();
  const [backup] = listBackups(data.backupDir);
  const copy = new SqliteDatabase(backup?.file ?? '', { readonly: true });
  const read = (query: string) => copy.prepare<[], number>(query).pluck().get() ?? 0;
  const copied = read("SELECT count(*) FROM orders WHERE id LIKE 'sold-%'");
  expect(read("SELECT count(*) FROM order_attempts WHERE id LIKE 'sold-%'")).toBe(copied);
  // The first so many of them, and no later one: one instant.
  expect(read("SELECT max(CAST(substr(id, 6) AS INTEGER)) + 1 FROM orders WHERE id LIKE 'sold-%'")).toBe(
    copied,
  );
  expect(copied).toBeLessThan(sold);
  copy.close();
});

function columnsOf(sqlite: SqliteDatabase.Database, table: string, changed: string): string {
  const names = sqlite.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
  return names.map((name) => (changed.split(', ').includes(name) ? '@id' : name)).join(', ');
}

test('a night is kept for fourteen days, a week for four, and what was made by hand takes no place', async ({
  data,
}) => {
  mkdirSync(data.backupDir);
  const left = join(data.backupDir, 'farm-2025-11-01T00-00-00.000Z.db.17.unfinished');
  const young = join(data.backupDir, 'farm-2025-12-01T00-00-00.000Z.db.18.unfinished');
  for (const path of [left, young]) writeFileSync(path, 'half');
  utimesSync(left, NOON, new Date(NOON.getTime() - 2 * HOUR_MS));
  utimesSync(young, NOON, NOON);
  const make = (daysAgo: number, isByHand = false) => {
    const madeAt = new Date(NOON.getTime() - daysAgo * 24 * HOUR_MS);
    writeFileSync(nameBackup(data.backupDir, madeAt, isByHand).file, '');
  };
  const listDaysAgo = (isByHand: boolean) =>
    listBackups(data.backupDir)
      .filter((each) => each.isByHand === isByHand)
      .map(({ madeAt }) => (NOON.getTime() - madeAt.getTime()) / HOUR_MS / 24);
  for (let daysAgo = 40; daysAgo > 0; daysAgo -= 1) make(daysAgo);
  for (const daysAgo of [0.125, 0.25, 0.375, 0.5, 20, 22, 30]) make(daysAgo, true);
  const makeAt = (now: Date, isRight: boolean) =>
    createBackupTimer({
      ...{ folders: data, clock: () => now, log: () => {} },
      isClockRight: async () => isRight,
    }).runOnce();
  await makeAt(NOON, true);
  const nights = Array.from({ length: 14 }, (_, daysAgo) => daysAgo);
  // The first of December 2025 is a Monday; weeks are counted from a Thursday, as days are from 1970.
  expect(listDaysAgo(false)).toEqual([...nights, 19]);
  expect(listDaysAgo(true)).toEqual([0.125, 0.25, 0.375, 0.5, 20]);
  const unfinished = readdirSync(data.backupDir).filter((name) => name.endsWith('unfinished'));
  expect(unfinished).toEqual([basename(young)]);
  // By a clock that may be a year ahead, nothing is too old.
  await makeAt(new Date(NOON.getTime() + 400 * 24 * HOUR_MS), false);
  expect(listDaysAgo(true)).toEqual([0.125, 0.25, 0.375, 0.5, 20]);
  expect(listDaysAgo(false)).toEqual([-400, ...nights, 19]);
});

test('a damaged database makes no backup, says so, and costs none of the old ones', async ({ data }) => {
  makeBackup(data, NOON);
  await data.use(({ sqlite }) => {
    sqlite.pragma('foreign_keys = OFF');
    sqlite.exec('DELETE FROM order_attempts WHERE id = (SELECT min(id) FROM order_attempts)');
  });
  const logged: string[] = [];
  const clock = () => new Date(NOON.getTime() + 25 * HOUR_MS);
  const timer = createBackupTimer({
    folders: data,
    clock,
    log: (message, error) => logged.push(`${message}: ${error}`),
  });
  await timer.runOnce();
  expect(logged.join()).toContain('the backup failed; trying again later: Error: ');
  expect(logged.join()).toContain('1 rows refer to missing rows');
  expect(readdirSync(data.backupDir)).toHaveLength(1);
  const command = await runCommand('backup', [], data.env);
  expect([command.code, command.stdout]).toEqual([1, '']);
  expect(command.stderr).toContain('There is no backup: ');
});

test('one is made when the newest is a day old; one from the future does not count', async ({ data }) => {
  makeBackup(data, NOON);
  const countAt = async (hours: number) => {
    const clock = () => new Date(NOON.getTime() + hours * HOUR_MS);
    await createBackupTimer({ folders: data, clock, log: () => {} }).runOnce();
    return listBackups(data.backupDir).length;
  };
  expect([await countAt(23), await countAt(24), await countAt(-1)]).toEqual([1, 2, 3]);
});

test('npm run backup says what it has kept, and the service makes its own first one all the same', async ({
  data,
}) => {
  const { code, stdout } = await runCommand('backup', [], data.env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/farm-.*Z\.by-hand\.db: 30 orders, 0 messages; read back and intact\.\n$/);
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  await createBackupTimer({ folders: data, clock: () => new Date(), log }).runOnce();
  expect(logged).toEqual([expect.stringContaining('backup made, with 30 orders')]);
  expect(listBackups(data.backupDir)).toHaveLength(2);
});
