import { closeSync, fsyncSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of the service's own: the newest of so many days, and the newest of so many weeks. /privacy promises four weeks. */
const KEPT_DAYS = 14;
const KEPT_WEEKS = 4;
const BY_HAND_DAYS = 21;
const UNFINISHED = '.unfinished';
/** No backup takes this long, so the file was left by a process that died. */
const GIVEN_UP_MS = 60 * 60 * 1000;

const DATABASE = /^farm-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)(\.by-hand)?\.db$/;

export interface Backup {
  readonly file: string;
  readonly madeAt: Date;
  /** Made by `npm run backup`, such as before an update. It takes no night's place. */
  readonly isByHand: boolean;
}

/** The file of a backup. Its name contains its time in UTC, and sorts by it. */
export function nameBackup(folder: string, madeAt: Date, isByHand = false): Backup {
  const name = `farm-${madeAt.toISOString().replaceAll(':', '-')}${isByHand ? '.by-hand' : ''}.db`;
  return { file: join(folder, name), madeAt, isByHand };
}

/** The finished backups of a folder, newest first. Empty if there is no such folder. */
export function listBackups(folder: string): Backup[] {
  const found = listNames(folder).flatMap((name) => {
    const [, hour, minute, second, byHand] = DATABASE.exec(name) ?? [];
    const madeAt = new Date(`${hour}:${minute}:${second}`);
    return hour === undefined ? [] : [nameBackup(folder, madeAt, byHand !== undefined)];
  });
  return found.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** A name that is not listed as a backup. */
export function unfinishedName(file: string): string {
  return `${file}.${process.pid}${UNFINISHED}`;
}

/**
 * Removes the backups that are no longer kept, and unfinished ones. Days and weeks without a backup do not count, and one
 * that was made by hand stays as long as any that is older: a shop that was closed loses none. One from the future comes
 * from a wrong clock, and counts when its time has come.
 */
export function removeOldBackups(folder: string, now: Date): void {
  const all = listBackups(folder).filter(({ madeAt }) => madeAt <= now);
  const own = all.filter(({ isByHand }) => !isByHand);
  const kept = [...newestOfEach(1, own).slice(0, KEPT_DAYS), ...newestOfEach(7, own).slice(0, KEPT_WEEKS)];
  const oldestMs = Math.min(...kept.map(({ madeAt }) => madeAt.getTime()));
  const byHandMs = Math.min(oldestMs, now.getTime() - BY_HAND_DAYS * DAY_MS);
  for (const backup of all) {
    const isKept = backup.isByHand ? backup.madeAt.getTime() >= byHandMs : kept.includes(backup);
    if (!isKept) rmSync(backup.file, { force: true });
  }
  for (const name of listNames(folder).filter((each) => each.includes(UNFINISHED))) {
    const path = join(folder, name);
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - changedMs > GIVEN_UP_MS) rmSync(path, { force: true });
  }
}

function newestOfEach(days: number, backups: readonly Backup[]): Backup[] {
  const spanOf = ({ madeAt }: Backup) => Math.floor(madeAt.getTime() / (days * DAY_MS));
  return backups.filter(
    (each, index) => index === 0 || spanOf(each) !== spanOf(backups[index - 1] as Backup),
  );
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
  // SQLite says of a folder that its disk is broken.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Error(`${file} is not there, or is no file.`);
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

/** SQLite's header has a number here that is the program's own (`application_id`), as 32 bits, the first ones first. */
const SEAL_AT = 68;
const SEAL_BYTES = 4;
const CHUNK_BYTES = 1024 * 1024;

/** Puts the checksum of a finished backup into it, so that one changed byte is found. Nothing may write to it afterwards. */
export function sealBackup(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    writeSync(handle, computeSeal(handle), 0, SEAL_BYTES, SEAL_AT);
  } finally {
    closeSync(handle);
  }
}

/** As `checkDatabase`, of a backup, which must also be as it was made, byte for byte. */
export function checkBackup(file: string): RowCounts {
  const counts = checkDatabase(file);
  const handle = openSync(file, 'r');
  try {
    const seal = Buffer.alloc(SEAL_BYTES);
    readSync(handle, seal, 0, SEAL_BYTES, SEAL_AT);
    if (seal.equals(computeSeal(handle))) return counts;
    if (seal.readUInt32BE() === 0)
      throw new Error(
        `${file} has no checksum: it is a database itself, or from before backups had one. Take another backup; or stop the service, move farm.db and farm.db-wal away from the data folder, and put this there as farm.db.`,
      );
    throw new Error(`${file} is not as it was when the backup was made. Take another one.`);
  } finally {
    closeSync(handle);
  }
}

/** CRC-32 of all bytes but its own, which count as 0. */
function computeSeal(handle: number): Buffer {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let sum = 0;
  for (let at = 0; ; at += CHUNK_BYTES) {
    const read = readSync(handle, chunk, 0, CHUNK_BYTES, at);
    if (at === 0) chunk.fill(0, SEAL_AT, SEAL_AT + SEAL_BYTES);
    sum = crc32(chunk.subarray(0, read), sum);
    if (read < CHUNK_BYTES) break;
  }
  const seal = Buffer.alloc(SEAL_BYTES);
  seal.writeUInt32BE(sum);
  return seal;
}

export function countRows(sqlite: SqliteDatabase.Database): RowCounts {
  const count = (table: string) => sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();
  return { orders: count('orders') ?? 0, messages: count('messages') ?? 0 };
}
