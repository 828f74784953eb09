import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type ShopDatabase } from './open.ts';

export interface DatabasePlace {
  readonly dataDir: string;
  /** If undefined, the database is the file `farm.db` in the data folder. */
  readonly databaseUrl?: string | undefined;
}

/** The file of a database that is in one. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'farm.db');
}

/** Opens the shop's database wherever it is, creating what is missing. Postgres is loaded only where it is asked for. */
export async function openShopDatabase({ dataDir, databaseUrl }: DatabasePlace): Promise<ShopDatabase> {
  if (databaseUrl === undefined) return openDatabase(databaseFile(dataDir));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl);
}

/**
 * The same for commands, which create none.
 * @throws Error with a message for the operator
 */
export function openExistingDatabase(place: DatabasePlace): Promise<ShopDatabase> {
  const file = databaseFile(place.dataDir);
  if (place.databaseUrl === undefined && !existsSync(file))
    throw new Error(`There is no database at ${file}; set DATA_DIR to the service’s folder.`);
  return openShopDatabase(place);
}
