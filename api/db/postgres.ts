import {
  CamelCasePlugin,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresQueryCompiler,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import pg from 'pg';
import { PostgresCompiler } from './dialect/dialect.ts';
import { migrate } from './migrate.ts';
import { type Connection, createOneWriter } from './one-writer.ts';
import type { ShopDatabase } from './open.ts';
import type { Database } from './schema.ts';
import { createWorkLease } from './work-lease.ts';

/** As on SQLite: how long a transaction waits for others. */
const LOCK_TIMEOUT_MS = 5000;
/** Sooner, so that a service that stands still in a transaction costs the others no order. None waits for a network. */
const IDLE_TIMEOUT_MS = 4000;
const CONNECT_TIMEOUT_MS = 5000;
/** Writers wait in one queue, whoever has the connections. */
const CONNECTIONS = 20;
/** How long a page may still show a week that another service has closed. Orders are decided by what is so. */
const LOOK_EVERY_MS = 1000;

const BIGINT = 20;
const NUMERIC = 1700;

/**
 * Opens the shop's database on Postgres, which any number of services may share, and brings its tables up to date.
 * @throws Error with a message for the operator
 */
export async function openPostgres(url: string): Promise<ShopDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'farm',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: readsAsNumber },
  });
  // A lost connection is noticed by whoever needs it next.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const connect = async (): Promise<Connection> => {
    const client = await pool.connect();
    return {
      query: (text, parameters) => client.query(text, parameters ? [...parameters] : undefined),
      release: (isBroken) => client.release(isBroken),
    };
  };
  const writer = createOneWriter(connect, () => pool.end());
  const db = new Kysely<Database>({
    dialect: new FarmPostgresDialect({ pool: writer.pool }),
    plugins: [
      new CamelCasePlugin(),
      // SQLite understands an empty list.
      new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression }),
    ],
  });
  try {
    await migrate(db);
    await writer.lookAtWeeks();
  } catch (error) {
    await pool.end();
    const { message } = error as Error;
    throw new Error(`The database of DATABASE_URL cannot be used: ${message}.`, { cause: error });
  }
  const looking = setInterval(() => void writer.lookAtWeeks().catch(() => undefined), LOOK_EVERY_MS);
  looking.unref();
  return {
    db,
    shared: { lease: createWorkLease(pool), pool },
    listClosedWeeks: writer.listClosedWeeks,
    isReady: async () => (await db.selectFrom('settings').select('name').limit(1).execute()).length >= 0,
    // Not in a transaction. Its own log, and copies of it, are kept as long as the server's operator says.
    removeTraces: async () => void (await sql`VACUUM`.execute(db)),
    close() {
      clearInterval(looking);
      return db.destroy();
    },
  };
}

/** Whether a shop has begun in a database, whose tables are left as they are. @throws Error if it does not answer */
export async function hasShop(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    const { rows } = await client.query<{ found: boolean }>(
      "SELECT to_regclass('settings') IS NOT NULL AS found",
    );
    return rows[0]?.found === true && (await client.query('SELECT FROM settings LIMIT 1')).rowCount === 1;
  } catch (error) {
    throw new Error(`The database of DATABASE_URL cannot be used: ${(error as Error).message}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

class FarmPostgresDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresCompiler();
  }
}

/** Whole numbers and their sums: none of ours comes near 2^53, where they would stop being exact. */
function readsAsNumber(type: number, format?: 'text' | 'binary') {
  return type === BIGINT || type === NUMERIC ? Number : pg.types.getTypeParser(type, format);
}
