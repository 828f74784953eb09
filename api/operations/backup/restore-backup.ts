import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { claimDatabase, isBusy } from '../../db/data-lock.ts';
import { COMPARED_AT } from '../../settlement/settings-repository.ts';
import { checkDatabase, flushToDisk, type RowCounts, secretBeside } from './backup-files.ts';

export interface Restored {
  readonly counts: RowCounts;
  /** The database that was there before, where there was one. */
  readonly replacedFile: string | null;
}

const IN_USE =
  'The service, or a command of its own, is using the database. Stop it first, and restore then: ' +
  'what it would write meanwhile would be lost.';

/**
 * Puts a backup in the place of the database, and keeps what was there beside it, under a name with the instant.
 * Nobody stays signed in by it: a session that has been ended since must not come back. The service's next start fetches
 * from Stripe what was paid since the backup.
 * @throws Error with a message for the operator; the database is then as it was
 */
export function restoreBackup(backupFile: string, dataDir: string, now: Date): Restored {
  checkDatabase(backupFile);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'farm.db');
  const lock = claimDatabase(file);
  if (lock === null) throw new Error(IN_USE);
  const fresh = `${file}.restoring`;
  try {
    copyFileSync(backupFile, fresh);
    chmodSync(fresh, 0o600);
    forgetState(fresh);
    const counts = checkDatabase(fresh);
    flushToDisk(fresh);
    const suffix = `.replaced-${now.toISOString().replaceAll(':', '-')}`;
    const replacedFile = setAside(file, suffix);
    restoreSecret(secretBeside(backupFile), join(dataDir, 'order-link-secret'), suffix);
    // Takes the old one's name in one step: there is no moment without a database.
    renameSync(fresh, file);
    flushToDisk(dataDir);
    return { counts, replacedFile };
  } finally {
    rmSync(fresh, { force: true });
    lock.release();
  }
}

/** Gives the database a second name. Its log goes with it, or SQLite would play it into the restored one. */
function setAside(file: string, suffix: string): string | null {
  if (!existsSync(file)) {
    for (const tail of ['-wal', '-shm']) rmSync(file + tail, { force: true });
    return null;
  }
  const replaced = file + suffix;
  // Before SQLite sees it: a log that it cannot use it takes away.
  if (existsSync(`${file}-wal`)) linkSync(`${file}-wal`, `${replaced}-wal`);
  try {
    if (foldLogIn(file)) rmSync(`${replaced}-wal`, { force: true });
  } catch (error) {
    rmSync(`${replaced}-wal`, { force: true });
    throw error;
  }
  linkSync(file, replaced);
  for (const tail of ['-wal', '-shm']) rmSync(file + tail, { force: true });
  return replaced;
}

/**
 * Leaving write-ahead mode empties the log into the file, and needs that nobody else has it open.
 * @returns false for a damaged one, which is kept as it lies: perhaps somebody can still read it
 */
function foldLogIn(file: string): boolean {
  try {
    const sqlite = new SqliteDatabase(file, { timeout: 0 });
    try {
      sqlite.pragma('journal_mode = DELETE');
      return true;
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (isBusy(error)) throw new Error(IN_USE);
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
    return false;
  }
}

function forgetState(file: string): void {
  const sqlite = new SqliteDatabase(file);
  sqlite.exec('DELETE FROM admin_sessions');
  // A link that has been used since would work again. Backups of older versions have none.
  const hasLinks = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'invitations'").get();
  if (hasLinks) sqlite.exec('DELETE FROM invitations');
  sqlite.prepare('DELETE FROM settings WHERE name = ?').run(COMPARED_AT);
  sqlite.close();
}

/** The links in the mails of the backup's time were signed with the secret of that time. */
function restoreSecret(backedUp: string, file: string, suffix: string): void {
  if (!existsSync(backedUp)) return;
  const isKept = existsSync(file);
  if (isKept && readFileSync(file).equals(readFileSync(backedUp))) return;
  if (isKept) renameSync(file, file + suffix);
  copyFileSync(backedUp, file);
  chmodSync(file, 0o600);
}
