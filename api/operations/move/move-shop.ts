import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { claimDatabase, type DataLock } from '../../db/data-lock.ts';
import { openDatabase, type ShopDatabase } from '../../db/open.ts';
import { databaseFile, MOVED, movedFile } from '../../db/open-shop.ts';
import { openPostgres } from '../../db/postgres.ts';
import type { Database } from '../../db/schema.ts';
import { copyRows, isInUse, readContent, type ShopContent } from './move-rows.ts';

const STOP = 'Stop the service first: what it stores meanwhile would be lost.';

/**
 * Moves the shop of a data folder to an empty database on Postgres. Either everything is there afterwards, compared row
 * by row, or nothing. No service starts on the file meanwhile or afterwards, when it has another name.
 * @returns what was moved
 * @throws Error with a message for the operator
 */
export async function moveToPostgres(dataDir: string, databaseUrl: string, now: Date): Promise<ShopContent> {
  const file = databaseFile(dataDir);
  if (!existsSync(file))
    throw new Error(`There is no database at ${file}; set DATA_DIR to the service’s folder.`);
  return whileLocked(file, async (lock) => {
    const marker = movedFile(dataDir);
    const wasMarked = existsSync(marker);
    writeFileSync(marker, `${now.toISOString()}\n`);
    try {
      const moved = await withBoth(openDatabase(file, lock), openPostgres(databaseUrl), copyShop);
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

async function copyShop(from: Kysely<Database>, to: Kysely<Database>): Promise<ShopContent> {
  const source = from.withoutPlugins();
  // Before the transaction, in which Postgres waits for nobody for long.
  const before = await readContent(source);
  return to.transaction().execute(async (trx) => {
    const target = trx.withoutPlugins();
    if (await isInUse(target)) throw new Error('The database to move to is not empty. Nothing was moved.');
    await copyRows(source, target);
    const after = await readContent(target);
    if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error(describeDifference(before, after));
    await trx.deleteFrom('settings').where('name', '=', MOVED).execute();
    return after;
  });
}

function describeDifference(before: ShopContent, after: ShopContent): string {
  const tables = Object.keys(before).filter((name) => before[name]?.hash !== after[name]?.hash);
  return `Nothing was moved: ${tables.join(', ')} would not be the same afterwards.`;
}

async function refuseAtWork(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM work_lease WHERE ends_at > now()`.execute(db);
  if (rows.length > 0) throw new Error(STOP);
}
