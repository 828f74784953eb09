import SqliteDatabase from 'better-sqlite3';

/** How many rows a database has of what must never get lost. */
export interface RowCounts {
  readonly orders: number;
  readonly messages: number;
}

/**
 * Opens a database that nobody uses, reads all of it, and changes nothing.
 * @throws Error with a message for the operator when it is damaged, or none of this program's
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
    if (astray > 0) throw new Error(`${astray} rows name others that are not there`);
    return countRows(sqlite);
  } catch (error) {
    throw new Error(`${file} is no sound database of this shop: ${(error as Error).message}.`);
  } finally {
    sqlite.close();
  }
}

export function countRows(sqlite: SqliteDatabase.Database): RowCounts {
  const count = (table: string) => sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();
  return { orders: count('orders') ?? 0, messages: count('messages') ?? 0 };
}
