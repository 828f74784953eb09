import SqliteDatabase from 'better-sqlite3';

/** A system lock, which ends with its process even after a crash. A file with a process id would not. */
export interface DataLock {
  release(): void;
}

/**
 * Marks a database file as in use, which any number of processes may do. A restore or a move is refused meanwhile.
 * @throws Error with a message for the operator while one of them is running
 */
export function shareDatabase(file: string): DataLock {
  // A transaction that has read keeps its lock until it ends, which it never does.
  const lock = openLock(file, 'BEGIN; SELECT count(*) FROM sqlite_schema');
  if (lock === null) throw new Error('The shop is being restored or moved. Start again when that is done.');
  return lock;
}

/** Takes exclusive use of a database file. @returns null if anybody uses it */
export function claimDatabase(file: string): DataLock | null {
  return openLock(file, 'BEGIN EXCLUSIVE');
}

/** Whether another process holds the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** The lock is on a file next to the database, because a damaged database cannot be locked. */
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
