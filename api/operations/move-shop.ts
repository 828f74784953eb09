import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { claimDatabase, type DataLock } from '../db/data-lock.ts';
import { either } from '../db/dialect/dialect.ts';
import type { BeforeChange } from '../db/migrate.ts';
import { openDatabase, type ShopDatabase } from '../db/open.ts';
import { databaseFile, MOVED, movedFile } from '../db/open-shop.ts';
import { openPostgres } from '../db/postgres.ts';
import type { Database } from '../db/schema.ts';

const STOP = 'Stop the service first: what it stores meanwhile would be lost.';

/**
 * Moves the shop of a data folder to an empty database on Postgres. Either everything is there afterwards, compared row
 * by row, or nothing. No service starts on the file meanwhile or afterwards, when it has another name.
 * @returns what was moved
 * @throws Error with a message for the operator
 */
export async function moveToPostgres(
  dataDir: string,
  databaseUrl: string,
  now: Date,
  beforeChange?: BeforeChange,
): Promise<ShopContent> {
  const file = databaseFile(dataDir);
  if (!existsSync(file))
    throw new Error(`There is no database at ${file}; set DATA_DIR to the service’s folder.`);
  return whileLocked(file, async (lock) => {
    const marker = movedFile(dataDir);
    const wasMarked = existsSync(marker);
    writeFileSync(marker, `${now.toISOString()}\n`);
    try {
      const moved = await withBoth(
        openDatabase(file, lock, beforeChange),
        openPostgres(databaseUrl),
        copyShop,
      );
      renameSync(file, `${file}.moved-${now.toISOString().replaceAll(':', '-')}`);
      return moved;
    } catch (error) {
      if (!wasMarked) rmSync(marker);
      throw error;
    }
  });
}

/** The way back, into a data folder without a database. The one on Postgres stays, and no service starts on it. */
export async function moveToFile(dataDir: string, databaseUrl: string, now: Date): Promise<ShopContent> {
  const file = databaseFile(dataDir);
  if (existsSync(file))
    throw new Error(`There is a database at ${file} already; set DATA_DIR to another folder.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Under another name, nobody takes it for a shop before it is one.
  const fresh = `${file}.moving`;
  rmSync(fresh, { force: true });
  return whileLocked(file, async (lock) => {
    const moved = await withBoth(openPostgres(databaseUrl), openDatabase(fresh, lock), async (from, to) => {
      const value = now.toISOString();
      const mark = from.insertInto('settings').values({ name: MOVED, value });
      const marked = await mark.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
      try {
        await refuseAtWork(from);
        const content = await copyShop(from, to);
        // One that had just been starting.
        await refuseAtWork(from);
        return content;
      } catch (error) {
        if (marked.numInsertedOrUpdatedRows === 1n)
          await from.deleteFrom('settings').where('name', '=', MOVED).execute();
        throw error;
      }
    });
    renameSync(fresh, file);
    rmSync(movedFile(dataDir), { force: true });
    return moved;
  }).finally(() => rmSync(fresh, { force: true }));
}

/** No service starts on the file meanwhile. */
async function whileLocked<T>(file: string, work: (lock: DataLock) => Promise<T>): Promise<T> {
  const lock = claimDatabase(file);
  if (lock === null) throw new Error(STOP);
  try {
    return await work(lock);
  } finally {
    lock.release();
  }
}

async function withBoth<T>(
  opening: Promise<ShopDatabase>,
  openingTo: Promise<ShopDatabase>,
  work: (from: Kysely<Database>, to: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const opened = await Promise.allSettled([opening, openingTo]);
  try {
    const [from, to] = await Promise.all([opening, openingTo]);
    return await work(from.db, to.db);
  } finally {
    for (const each of opened) if (each.status === 'fulfilled') await each.value.close();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: Tables and columns are what the database says.
type AnyDb = Kysely<any>;
type Row = Record<string, unknown>;

/** Every table that is moved, those first that others refer to: all but the shared ones of Postgres and the list of migrations. */
export const MOVED_TABLES = [
  ...['people', 'order_attempts', 'orders', 'parcels', 'order_events', 'refund_requests'],
  ...['labels', 'messages', 'message_answers', 'outbox', 'visit_counts'],
  ...['admin_sessions', 'invitations', 'passkeys', 'watched_jobs', 'settings'],
] as const;
/** Whose rows the database numbers. */
const NUMBERED = ['order_events'];
/** Few enough for the parameters that one statement may have, on either engine. */
const ROWS_AT_ONCE = 500;

/** What each table holds: its rows, the sum of each column of numbers, and a hash of everything. */
export type ShopContent = Readonly<
  Record<
    string,
    { readonly rows: number; readonly sums: Readonly<Record<string, number>>; readonly hash: string }
  >
>;

async function copyShop(from: Kysely<Database>, to: Kysely<Database>): Promise<ShopContent> {
  const source = from.withoutPlugins();
  // Before the transaction, in which Postgres waits for nobody for long.
  const before = await readContent(source);
  return to.transaction().execute(async (trx) => {
    const target = trx.withoutPlugins();
    if (await isInUse(target)) throw new Error('The database to move to is not empty. Nothing was moved.');
    await copyRows(source, target);
    const after = await readContent(target);
    const changed = MOVED_TABLES.filter((name) => before[name]?.hash !== after[name]?.hash);
    if (changed.length > 0)
      throw new Error(`Nothing was moved: ${changed.join(', ')} would not be the same afterwards.`);
    await trx.deleteFrom('settings').where('name', '=', MOVED).execute();
    return after;
  });
}

/** Whether somebody has used the database: it has more than the owner that the first start creates. */
async function isInUse(db: AnyDb): Promise<boolean> {
  const content = await readContent(db);
  const { people, ...others } = content;
  const owners = await db.selectFrom('people').where('name', '=', 'Owner').select('id').execute();
  return Object.values(others).some(({ rows }) => rows > 0) || people?.rows !== owners.length;
}

/** Copies every row into an empty database, in the caller's transaction. */
export async function copyRows(from: AnyDb, to: AnyDb): Promise<void> {
  await to.deleteFrom('people').execute();
  for (const name of MOVED_TABLES) {
    const rows = await readRows(from, name);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await to
        .insertInto(name)
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .execute();
    if (NUMBERED.includes(name)) await goOnCounting(to, name);
  }
}

/** The next row's number follows the last one's. SQLite does so by itself. */
async function goOnCounting(to: AnyDb, name: string): Promise<void> {
  const last = sql`(SELECT coalesce(max(id), 0) + 1 FROM ${sql.table(name)})`;
  const count = sql`setval(pg_get_serial_sequence(${sql.lit(name)}, 'id'), ${last}, false)`;
  await to.selectNoFrom(either(sql`1`, count).as('next')).execute();
}

/** Reads everything that `copyRows` copies. */
export async function readContent(db: AnyDb): Promise<ShopContent> {
  const contents: Record<string, ShopContent[string]> = {};
  for (const name of MOVED_TABLES) {
    const sums: Record<string, number> = {};
    const rows = (await readRows(db, name)).map((row) => {
      const cells = Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
      for (const [column, value] of cells)
        if (typeof value === 'number') sums[column] = (sums[column] ?? 0) + value;
      return JSON.stringify(cells);
    });
    // Without an order: the engines sort differently.
    const hash = createHash('sha256').update(rows.sort().join('\n')).digest('hex');
    contents[name] = { rows: rows.length, sums, hash };
  }
  return contents;
}

/** A table of twenty thousand orders is 20 MB. */
function readRows(db: AnyDb, name: string): Promise<Row[]> {
  return db.selectFrom(name).selectAll().execute();
}

async function refuseAtWork(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM work_lease WHERE ends_at > now()`.execute(db);
  if (rows.length > 0) throw new Error(STOP);
}
