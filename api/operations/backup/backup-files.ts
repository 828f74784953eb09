import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

export const KEPT_BACKUPS = 14;
const UNFINISHED = '.unfinished';
/** No backup takes this long, so the file was left by a process that died. */
const GIVEN_UP_MS = 60 * 60 * 1000;

const DATABASE = /^farm-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/;

export interface Backup {
  /** The copied database. */
  readonly file: string;
  /** The copied secret of the buyers' links, next to the database. */
  readonly secretFile: string;
  readonly madeAt: Date;
}

/** The files of a backup. Their names contain its time in UTC, and sort by it. */
export function nameBackup(folder: string, madeAt: Date): Backup {
  const file = join(folder, `farm-${madeAt.toISOString().replaceAll(':', '-')}.db`);
  return { file, secretFile: secretBeside(file), madeAt };
}

/** The path of a backup's secret: next to its database, under the same name. */
export function secretBeside(file: string): string {
  return file.replace(/(\.db)?$/, '.order-link-secret');
}

/** The finished backups of a folder, newest first. Empty if there is no such folder. */
export function listBackups(folder: string): Backup[] {
  const found = listNames(folder).flatMap((name) => {
    const [, hour, minute, second] = DATABASE.exec(name) ?? [];
    return hour === undefined ? [] : [nameBackup(folder, new Date(`${hour}:${minute}:${second}`))];
  });
  return found.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** A name that is not listed as a backup. */
export function unfinishedName(file: string): string {
  return `${file}.${process.pid}${UNFINISHED}`;
}

/** Removes all but the newest backups, and unfinished ones. */
export function removeOldBackups(folder: string, now: Date): void {
  for (const { file, secretFile } of listBackups(folder).slice(KEPT_BACKUPS)) {
    rmSync(file, { force: true });
    rmSync(secretFile, { force: true });
  }
  for (const name of listNames(folder).filter((each) => each.includes(UNFINISHED))) {
    const path = join(folder, name);
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - changedMs > GIVEN_UP_MS) rmSync(path, { force: true });
  }
}

/** Flushes a file, or the names in a folder, to the disk. */
export function flushToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The number of rows that must never get lost. */
export interface RowCounts {
  readonly orders: number;
  readonly messages: number;
}

/**
 * Opens a database that nobody uses and reads all of it, without changing it.
 * @throws Error with a message for the operator if it is damaged, or not a database of this program
 */
export function checkDatabase(file: string): RowCounts {
  let sqlite: SqliteDatabase.Database;
  try {
    sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  } catch (error) {
    throw new Error(`${file} cannot be opened: ${(error as Error).message}.`);
  }
  try {
    const damage = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    if (damage.join() !== 'ok') throw new Error(damage.slice(0, 3).join('; '));
    const astray = sqlite.prepare('PRAGMA foreign_key_check').all().length;
    if (astray > 0) throw new Error(`${astray} rows refer to missing rows`);
    return countRows(sqlite);
  } catch (error) {
    throw new Error(`${file} is not an intact database of this shop: ${(error as Error).message}.`);
  } finally {
    sqlite.close();
  }
}

export function countRows(sqlite: SqliteDatabase.Database): RowCounts {
  const count = (table: string) => sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();
  return { orders: count('orders') ?? 0, messages: count('messages') ?? 0 };
}
