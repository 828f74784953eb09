import SqliteDatabase from 'better-sqlite3';

/** A lock of the system's, which ends with its process however that ends: a file with a process id in it would not. */
export interface DataLock {
  release(): void;
}

/**
 * Says that a database file is in use. Any number of processes may; a restore may not meanwhile.
 * @throws Error with a message for the operator while a restore is under way
 */
export function shareDatabase(file: string): DataLock {
  // A transaction that has read holds its lock until it ends, which it never does.
  const lock = openLock(file, 'BEGIN; SELECT count(*) FROM sqlite_schema');
  if (lock === null) throw new Error('A backup is being restored just now. Start again when that is done.');
  return lock;
}

/** Has a database file for oneself; null while anybody uses it. */
export function claimDatabase(file: string): DataLock | null {
  return openLock(file, 'BEGIN EXCLUSIVE');
}

/** Whether SQLite says that somebody else holds a file. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** A file beside the database, because a database that is damaged cannot be locked any more. */
function openLock(file: string, statements: string): DataLock | null {
  const lock = new SqliteDatabase(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec(`PRAGMA journal_mode = MEMORY; ${statements}`);
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => void lock.close() };
}
