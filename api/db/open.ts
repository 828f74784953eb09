import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import type { Pool } from 'pg';
import { sayCommand } from '#commands';
import { CannotStart } from '../config.ts';
import { type DataLock, shareDatabase } from './data-lock.ts';
import { SqliteCompiler } from './dialect/dialect.ts';
import { type BeforeChange, MIGRATIONS, migrate } from './migrate.ts';
import type { Database } from './schema.ts';
import type { WorkLease } from './work-lease.ts';

const BUSY_TIMEOUT_MS = 5000;

/** The shop's database, in a file or on Postgres (`postgres.ts`). */
export interface ShopDatabase {
  readonly db: Kysely<Database>;
  readonly isReady: () => boolean | Promise<boolean>;
  /** After personal data were erased: overwrites what the database still keeps of them aside from its tables. */
  readonly removeTraces: () => Promise<void>;
  /** Only where several services share the database. */
  readonly shared?: { readonly lease: WorkLease; readonly pool: Pool };
  close(): Promise<void>;
}

/** A database file. Closing it writes the whole write-ahead log into the file. */
export interface OpenDatabase extends ShopDatabase {
  /** The underlying connection, for what Kysely cannot do: backups, checkpoints, checks. */
  readonly sqlite: SqliteDatabase.Database;
}

/**
 * Opens the database file, creating it and its folder if missing, and brings its tables up to date.
 * @throws Error with a message for the operator, if the folder is not writable, the file is not a database, or a newer
 *   version of this program has changed it
 * @param held a lock that the caller has, and keeps
 */
export async function openDatabase(
  file: string,
  held?: DataLock,
  beforeChange?: BeforeChange,
): Promise<OpenDatabase> {
  let lock: DataLock | undefined;
  let sqlite: SqliteDatabase.Database | undefined;
  try {
    // Private, because it contains people's names and addresses.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    lock = held ? { release: () => undefined } : shareDatabase(file);
    sqlite = new SqliteDatabase(file);
    makePrivate(dirname(file));
    return await prepareDatabase(sqlite, lock.release, beforeChange);
  } catch (error) {
    sqlite?.close();
    lock?.release();
    throw describeFailure(file, error);
  }
}

async function prepareDatabase(
  sqlite: SqliteDatabase.Database,
  release: () => void,
  beforeChange?: BeforeChange,
): Promise<OpenDatabase> {
  sqlite.pragma('journal_mode = WAL');
  // The build of better-sqlite3 lowers it to NORMAL in WAL mode, where a power cut can lose a paid order.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // Overwrites what is deleted, which is mostly people's names and addresses.
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const db = new Kysely<Database>({
    dialect: new ImmediateSqliteDialect({ database: sqlite }),
    plugins: [new CamelCasePlugin()],
  });
  await migrate(db, MIGRATIONS, beforeChange);
  const settings = sqlite.prepare('SELECT 1 FROM settings LIMIT 1');
  return {
    db,
    sqlite,
    isReady: () => settings.all().length >= 0,
    // The write-ahead log contains older states of the erased pages.
    removeTraces: async () => void sqlite.pragma('wal_checkpoint(TRUNCATE)'),
    async close() {
      if (!sqlite.open) return;
      checkpoint(sqlite);
      await db.destroy();
      if (sqlite.open) sqlite.close();
      release();
    },
  };
}

/**
 * If the disk is full, everything stays in the log, which the next open reads. The same while another process reads, such
 * as one that copies the database elsewhere all the time: it is not waited for.
 */
function checkpoint(sqlite: SqliteDatabase.Database): void {
  try {
    sqlite.pragma('busy_timeout = 0');
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
  }
}

const DAMAGED = ['SQLITE_NOTADB', 'SQLITE_CORRUPT'];

/** SQLite and the system say what is wrong, but not with which file or what to do. Other errors stay as they are. */
function describeFailure(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  const isDamaged = DAMAGED.some((damaged) => code.startsWith(damaged));
  const advice = isDamaged
    ? `put a backup in its place with ${sayCommand('restore', 'FILE')}; the damaged one is kept beside it`
    : 'see that the folder exists, has room, and can be written by this user';
  const message = `The database ${file} cannot be used (${error.message}): ${advice}.`;
  return new (isDamaged ? CannotStart : Error)(message, { cause: error });
}

/**
 * Starts every transaction with the write lock. A deferred transaction that reads before it writes fails at once if
 * another process has written in between, whatever the busy timeout.
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

  override createQueryCompiler(): SqliteCompiler {
    return new SqliteCompiler();
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * SQLite can change tables in a transaction, though Kysely's own adapter says otherwise. Without a transaction, a
 * killed process leaves half a migration, two concurrent starts run it twice, and what a running process writes
 * meanwhile can be lost.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: SqliteDatabase.Database;

  constructor(config: { database: SqliteDatabase.Database }) {
    super(config);
    this.#database = config.database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a full disk or a failed write, SQLite rolls back by itself. Rolling back again would throw an error that
    // hides the original one.
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Files with people's names and addresses and keys to their orders, and their logs and copies. */
const OURS = /^(farm\.db|payment-sandbox\.db|farm-.*\.db)/;
const OTHERS = 0o077;
/** Set on folders for everybody, such as /tmp. */
const STICKY = 0o1000;

/**
 * Removes all other accounts' rights from a folder and the service's files in it, because a folder created before the
 * service has the system's default rights. Files of other owners are left alone.
 */
export function makePrivate(folder: string): void {
  const ours = readdirSync(folder).filter((name) => OURS.test(name));
  for (const path of [folder, ...ours.map((name) => join(folder, name))]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & OTHERS) === 0 || (found.mode & STICKY) !== 0) continue;
    try {
      chmodSync(path, found.mode & ~OTHERS);
    } catch (error) {
      // The doctor reports it.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
}
