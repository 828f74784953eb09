import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sayCommand } from '#commands';
import { CannotStart } from '../config.ts';
import type { BeforeChange } from './migrate.ts';
import { openDatabase, type ShopDatabase } from './open.ts';
import { readSetting } from './settings.ts';

export interface DatabaseLocation {
  readonly dataDir: string;
  /** If undefined, the database is the file `farm.db` in the data folder. */
  readonly databaseUrl?: string | undefined;
  /** Whether a shop may begin here. If not, an empty location is refused: it is mistyped, or a disk is not mounted. */
  readonly mayBegin?: boolean;
  /** For a file; whoever runs Postgres makes the copies there. */
  readonly beforeChange?: BeforeChange | undefined;
}

/** The file of a database that is in one. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'farm.db');
}

/**
 * What `move` leaves in a data folder whose shop is on Postgres since, with the instant. A database on Postgres whose
 * shop is in a file has it as a setting of this name.
 */
export const MOVED = 'moved-away';

export function movedFile(dataDir: string): string {
  return join(dataDir, MOVED);
}

/** Why there is no shop to open in the database file of a data folder. Undefined if there is one, or may be. */
export function findRefusal({ dataDir, mayBegin = true }: DatabaseLocation): string | undefined {
  const marker = movedFile(dataDir);
  if (existsSync(marker)) {
    return `The shop of ${dataDir} is on Postgres since ${readFileSync(marker, 'utf8').trim()}: set DATABASE_URL to it. If that move was broken off, type ${sayCommand('move')} again; with --back it brings the shop back.`;
  }
  if (mayBegin || existsSync(databaseFile(dataDir))) return undefined;
  return `There is no shop in ${dataDir}: DATA_DIR is mistyped, or its disk is not mounted. ${BEGIN}`;
}

/**
 * Opens the shop's database wherever it is, creating what is missing if a shop may begin there. Postgres is loaded only
 * where it is asked for.
 * @throws Error with a message for the operator
 */
export async function openShopDatabase(location: DatabaseLocation): Promise<ShopDatabase> {
  const { dataDir, databaseUrl, mayBegin = true } = location;
  if (databaseUrl === undefined) {
    const refusal = findRefusal(location);
    if (refusal !== undefined) throw new CannotStart(refusal);
    return openDatabase(databaseFile(dataDir), undefined, location.beforeChange);
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { hasShop, openPostgres } = await import('./postgres.ts');
  if (!mayBegin && !(await hasShop(databaseUrl))) throw new CannotStart(NO_SHOP);
  const database = await openPostgres(databaseUrl);
  const moved = await readSetting(database.db, MOVED);
  if (moved === undefined) return database;
  await database.close();
  throw new CannotStart(describeMove(moved));
}

/** Why a database on Postgres is not used. @param moved when its shop was moved into a file */
export function describeMove(moved: string): string {
  return `The shop of this database is in a file since ${moved}: start without DATABASE_URL. If that move was broken off, type ${sayCommand('move', '--back')} again.`;
}

const BEGIN = 'If a shop is to begin here, start the service once with NEW_SHOP=1.';
export const NO_SHOP = `There is no shop in the database of DATABASE_URL: is it mistyped? ${BEGIN}`;

/** The same for commands, which begin none. */
export function openExistingDatabase(location: DatabaseLocation): Promise<ShopDatabase> {
  return openShopDatabase({ ...location, mayBegin: false });
}
