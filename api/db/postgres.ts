import {
  CamelCasePlugin,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryCompiler,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import pg from 'pg';
import { CannotStart } from '../config.ts';
import { PostgresCompiler } from './dialect/dialect.ts';
import { migrate } from './migrate.ts';
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

/** The number is ours and means nothing. The lock ends with its transaction, and so with its connection. */
const LOCK = 'SELECT pg_advisory_xact_lock(722513)';
const WRITES = /^(insert|update|delete)\b/i;

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
  const db = new Kysely<Database>({
    dialect: new FarmPostgresDialect({ pool: createOneWriter(pool) }),
    plugins: [
      new CamelCasePlugin(),
      // SQLite understands an empty list.
      new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression }),
    ],
  });
  try {
    await migrate(db);
  } catch (error) {
    await pool.end();
    if (error instanceof CannotStart) throw error;
    const { message } = error as Error;
    throw new Error(`The database of DATABASE_URL cannot be used: ${message}.`, { cause: error });
  }
  return {
    db,
    shared: { lease: createWorkLease(pool), pool },
    isReady: async () => (await db.selectFrom('settings').select('name').limit(1).execute()).length >= 0,
    // Not in a transaction. Its own log, and copies of it, are kept as long as the server's operator says.
    removeTraces: async () => void (await sql`VACUUM`.execute(db)),
    close: () => db.destroy(),
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

/**
 * Lets one transaction write at a time, over all services, as `begin immediate` does on SQLite: it begins by taking a
 * lock, so that each of its statements sees all that others have committed, and nothing changes between its statements.
 * Prices, reservations, refunds and order numbers are decided on what was read, and no transaction is ever repeated. A
 * single statement that writes is a transaction of its own. Whoever only reads waits for nobody.
 */
function createOneWriter(pool: pg.Pool): PostgresPool {
  const connect = () => pool.connect().catch(refuse);
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let isInTransaction = false;
    const ask = async (text: string, parameters: readonly unknown[]) => {
      const isAlone = !isInTransaction && WRITES.test(text);
      try {
        if (isAlone || text === 'begin') await client.query(`begin; ${LOCK}`);
        if (text === 'begin') isInTransaction = true;
        if (text === 'commit' || text === 'rollback') isInTransaction = false;
        const isOwn = text === 'begin' || text === 'commit';
        const answer = isOwn ? { rows: [] } : await client.query(text, [...parameters]);
        if (isAlone || text === 'commit') await client.query('commit');
        return answer;
      } catch (error) {
        if (isAlone || text === 'begin') await client.query('rollback').catch(() => undefined);
        return refuse(error);
      }
    };
    // Kysely asks for nothing else.
    return {
      query: ask,
      release: (isBroken?: boolean) => client.release(isBroken),
    } as unknown as PostgresPoolClient;
  };
  return { options: {}, end: () => pool.end(), connect: async () => wrap(await connect()) };
}

/** Lost or refused connections, a full disk, a lock that others have held for too long, a server that is closing. */
const AWAY = /^(08|25P03|25006|40|53|55P03|57P|58|E[A-Z]+$)/;
/** Errors of `pg` itself, which have no code. */
const ENDED = /connection terminated|timeout exceeded when trying to connect|not queryable/i;

/** What is wrong with the database and not with the query has one code, by which visitors are told to try again. */
function refuse(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const code = 'code' in error ? String(error.code) : '';
  if (!AWAY.test(code) && !ENDED.test(error.message)) throw error;
  const message = `The database does not answer (${code || error.message})`;
  throw Object.assign(new Error(message, { cause: error }), { code: 'DATABASE_AWAY' });
}
