import type SqliteDatabase from 'better-sqlite3';
import type { SqliteDatabase as KyselyDatabase, SqliteStatement } from 'kysely';

/** More texts than the service has. Lists of another length are texts of their own, so there is no end to them. */
const MOST_KEPT = 500;

/**
 * The database as Kysely uses it, with its statements kept by their text: Kysely prepares each one for every query,
 * which takes longer than most of them run. None is needed twice at once, because Kysely lets a query wait until the
 * one before it, or a stream, has ended. SQLite itself prepares a kept one anew after a change of the tables.
 */
export function keepStatements(sqlite: SqliteDatabase.Database): KyselyDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      const statement = sqlite.prepare<unknown[]>(text) as SqliteStatement;
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(text, statement);
      return statement;
    },
    close: () => void sqlite.close(),
  };
}
