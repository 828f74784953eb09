import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';

/** How long a statement waits for another process that holds the database. */
const BUSY_TIMEOUT_MS = 5000;

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  /** The connection beneath, for what Kysely has no words for: backups, checkpoints, checks. */
  readonly sqlite: SqliteDatabase.Database;
  /** Writes everything that the log holds into the file, and closes it. */
  close(): Promise<void>;
}

/**
 * Opens the database file, making it and its folder when they are missing, and brings its tables up to date.
 * @throws Error with a sentence for the operator: a folder that cannot be written, a file that is no database,
 *   or one that a newer version of this program has changed
 */
export async function openDatabase(file: string): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true });
  const sqlite = new SqliteDatabase(file);
  sqlite.pragma('journal_mode = WAL');
  // The build of better-sqlite3 lowers it to NORMAL in WAL mode, where a power cut can lose a paid order.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const db = new Kysely<Database>({ dialect: new ImmediateSqliteDialect({ database: sqlite }) });
  try {
    await migrate(db);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return {
    db,
    sqlite,
    async close() {
      if (!sqlite.open) return;
      sqlite.pragma('wal_checkpoint(TRUNCATE)');
      await db.destroy();
      if (sqlite.open) sqlite.close();
    },
  };
}

/**
 * Begins every transaction with the right to write. A deferred one that reads first and then writes fails at once
 * when another process has written in between, whatever the busy timeout.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: { database: SqliteDatabase.Database };

  constructor(config: { database: SqliteDatabase.Database }) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}
