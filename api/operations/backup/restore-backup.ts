import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { claimDatabase, isBusy } from '../../db/data-lock.ts';
import { findNewerChanges } from '../../db/migrate.ts';
import { COMPARED_AT } from '../../settlement/reconciliation.ts';
import { checkBackup, checkDatabase, flushToDisk, type RowCounts } from './backup-files.ts';
import { unpackContent } from './kept-content.ts';

export interface Restored {
  readonly counts: RowCounts;
  readonly replacedFile: string | null;
}

const IN_USE =
  'The service, or a command of its own, is using the database. Stop it first: ' +
  'what it would write meanwhile would be lost.';

/**
 * Replaces the database with a backup, and keeps the previous one next to it, named with the time. All sessions end,
 * because one ended since the backup must not come back. The service's next start fetches payments since the backup
 * from Stripe.
 * @throws Error with a message for the operator; the database is then unchanged
 */
export function restoreBackup(backupFile: string, dataDir: string, now: Date): Restored {
  checkBackup(backupFile);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'farm.db');
  const lock = claimDatabase(file);
  if (lock === null) throw new Error(IN_USE);
  const fresh = `${file}.restoring`;
  try {
    copyFileSync(backupFile, fresh);
    chmodSync(fresh, 0o600);
    refuseNewer(fresh, backupFile);
    const putContent = forgetState(fresh, dataDir);
    const counts = checkDatabase(fresh);
    flushToDisk(fresh);
    const suffix = `.replaced-${now.toISOString().replaceAll(':', '-')}`;
    const replacedFile = setAside(file, suffix);
    // Replaces the old file in one step, so there is always a database.
    renameSync(fresh, file);
    putContent(suffix);
    flushToDisk(dataDir);
    return { counts, replacedFile };
  } finally {
    rmSync(fresh, { force: true });
    lock.release();
  }
}

/**
 * Gives the database a second name. Its log is moved with it, because SQLite would otherwise apply it to the restored
 * one.
 */
function setAside(file: string, suffix: string): string | null {
  if (!existsSync(file)) {
    for (const tail of ['-wal', '-shm']) rmSync(file + tail, { force: true });
    return null;
  }
  const replaced = file + suffix;
  // Before SQLite opens the file, because it deletes a log that it cannot use.
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
 * Leaving WAL mode writes the log into the file, and fails if another process has it open.
 * @returns false for a damaged database, which is kept as it is: perhaps somebody can still read it
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

/** Nothing could open it in the shop's place. */
function refuseNewer(file: string, backupFile: string): void {
  const sqlite = new SqliteDatabase(file, { readonly: true });
  const newer = findNewerChanges(
    sqlite.prepare<[], string>('SELECT name FROM kysely_migration').pluck().all(),
  );
  sqlite.close();
  if (newer !== undefined) throw new Error(`${backupFile} is not for this version. ${newer}`);
}

/** @returns puts the editor's drafts and versions into the data folder */
function forgetState(file: string, dataDir: string): ReturnType<typeof unpackContent> {
  const sqlite = new SqliteDatabase(file);
  sqlite.exec('DELETE FROM admin_sessions');
  // A link used since the backup would work again.
  sqlite.exec('DELETE FROM invitations');
  sqlite.prepare('DELETE FROM settings WHERE name = ?').run(COMPARED_AT);
  const putContent = unpackContent(sqlite, dataDir);
  sqlite.close();
  return putContent;
}
