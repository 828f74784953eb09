import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { makePrivate } from '../../db/open.ts';
import {
  type Backup,
  checkBackup,
  countRows,
  flushToDisk,
  nameBackup,
  type RowCounts,
  removeOldBackups,
  sealBackup,
  unfinishedName,
} from './backup-files.ts';
import { packContent } from './kept-content.ts';

export interface BackupFolders {
  /** Absolute. Contains the service's database. */
  readonly dataDir: string;
  readonly backupDir: string;
}

export interface FinishedBackup extends Backup {
  readonly counts: RowCounts;
}

/**
 * Copies the database, which has the secret of the buyers' links too, while it is in use, and the editor's drafts and
 * versions with it, reads the whole copy back, and only then gives it its name.
 *
 * `VACUUM INTO` copies one state of the database without blocking writers; SQLite's backup API restarts whenever
 * another process writes. It also leaves out deleted data. Visit counts are removed, because anybody can add to them
 * and no order needs them.
 *
 * It is synchronous, so the service calls it in a thread of its own.
 * @throws Error with a message for the operator
 */
export function makeBackup(
  { dataDir, backupDir }: BackupFolders,
  now: Date,
  isByHand = false,
): FinishedBackup {
  // Private, like the data folder.
  mkdirSync(backupDir, { recursive: true, mode: 0o700 });
  makePrivate(backupDir);
  const backup = nameBackup(backupDir, now, isByHand);
  const copy = unfinishedName(backup.file);
  try {
    writeFileSync(copy, '', { mode: 0o600, flag: 'wx' });
    const counts = copyDatabase(dataDir, copy);
    flushToDisk(copy);
    renameSync(copy, backup.file);
    flushToDisk(backupDir);
    return { ...backup, counts };
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Makes the backup that a change of the tables is undone with; nothing is changed without it. */
export function backUpBeforeChange(folders: BackupFolders, log: (message: string) => void) {
  return () =>
    log(`a backup was made before the tables change: ${makeBackup(folders, new Date(), true).file}`);
}

function copyDatabase(dataDir: string, copy: string): RowCounts {
  const sqlite = new SqliteDatabase(join(dataDir, 'farm.db'), { readonly: true, fileMustExist: true });
  try {
    const before = countRows(sqlite);
    sqlite.prepare('VACUUM INTO ?').run(copy);
    completeCopy(dataDir, copy);
    sealBackup(copy);
    const copied = checkBackup(copy);
    // Orders are never deleted, so a copy made while orders arrive has a number between these two.
    if (copied.orders < before.orders || copied.orders > countRows(sqlite).orders) {
      throw new Error(`The copy has ${copied.orders} orders where there were ${before.orders}.`);
    }
    return copied;
  } finally {
    sqlite.close();
  }
}

function completeCopy(dataDir: string, copy: string): void {
  const sqlite = new SqliteDatabase(copy, { fileMustExist: true });
  try {
    // A failed copy is deleted, and would leave its journal behind.
    sqlite.pragma('journal_mode = MEMORY');
    if (sqlite.prepare('DELETE FROM visit_counts').run().changes > 0) sqlite.exec('VACUUM');
    packContent(dataDir, sqlite);
  } finally {
    sqlite.close();
  }
}

// As the thread of `backup-timer.ts`.
if (!isMainThread) {
  const { folders, now, mayErase } = workerData;
  const made = makeBackup(folders, now);
  // Last, so that a failure loses none.
  if (mayErase) removeOldBackups(folders.backupDir, now);
  parentPort?.postMessage(made);
}
