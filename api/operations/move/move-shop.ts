import { existsSync, renameSync, rmSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { claimDatabase } from '../../db/data-lock.ts';
import type { ShopDatabase } from '../../db/open.ts';
import { databaseFile, openShopDatabase } from '../../db/open-shop.ts';
import type { Database } from '../../db/schema.ts';
import { copyRows, isInUse, readContent, type ShopContent } from './move-rows.ts';

const STOP = 'Stop the service first: what it stores meanwhile would be lost.';

/**
 * Moves the shop of a data folder to an empty database on Postgres. Either everything is there afterwards, compared
 * row by row, or nothing. The file gets another name, so that no service goes on with it.
 * @returns what was moved
 * @throws Error with a message for the operator
 */
export async function moveToPostgres(dataDir: string, databaseUrl: string, now: Date): Promise<ShopContent> {
  const file = databaseFile(dataDir);
  if (!existsSync(file))
    throw new Error(`There is no database at ${file}; set DATA_DIR to the service’s folder.`);
  const lock = claimDatabase(file);
  if (lock === null) throw new Error(STOP);
  lock.release();
  const moved = await move(
    await openShopDatabase({ dataDir }),
    await openShopDatabase({ dataDir, databaseUrl }),
  );
  renameSync(file, `${file}.moved-${now.toISOString().replaceAll(':', '-')}`);
  return moved;
}

/** The way back, into a data folder without a database. The one on Postgres stays as it is. */
export async function moveToFile(dataDir: string, databaseUrl: string): Promise<ShopContent> {
  const file = databaseFile(dataDir);
  if (existsSync(file))
    throw new Error(`There is a database at ${file} already; set DATA_DIR to another folder.`);
  const from = await openShopDatabase({ dataDir, databaseUrl });
  if (await isAtWork(from.db)) {
    await from.close();
    throw new Error(STOP);
  }
  const moved = move(from, await openShopDatabase({ dataDir }));
  return moved.catch((error: unknown) => {
    // The empty one that it was to go into.
    rmSync(file, { force: true });
    throw error;
  });
}

async function move(from: ShopDatabase, to: ShopDatabase): Promise<ShopContent> {
  try {
    const source = from.db.withoutPlugins();
    // Before the transaction, in which Postgres waits for nobody for long.
    const before = await readContent(source);
    return await to.db.transaction().execute(async (trx) => {
      const target = trx.withoutPlugins();
      if (await isInUse(target)) throw new Error('The database to move to is not empty. Nothing was moved.');
      await copyRows(source, target);
      const after = await readContent(target);
      if (JSON.stringify(before) !== JSON.stringify(after))
        throw new Error(describeDifference(before, after));
      return after;
    });
  } finally {
    await from.close();
    await to.close();
  }
}

function describeDifference(before: ShopContent, after: ShopContent): string {
  const tables = Object.keys(before).filter((name) => before[name]?.hash !== after[name]?.hash);
  return `Nothing was moved: ${tables.join(', ')} would not be the same afterwards.`;
}

async function isAtWork(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM work_lease WHERE ends_at > now()`.execute(db);
  return rows.length > 0;
}
