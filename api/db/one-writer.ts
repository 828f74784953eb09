import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** What is needed of a connection to Postgres. */
export interface Connection {
  /** Several statements at once have an answer each, and no parameters. */
  query(text: string, parameters?: readonly unknown[]): Promise<Answer | Answer[]>;
  release(isBroken?: boolean): void;
}

interface Answer {
  readonly command?: string;
  readonly rowCount?: number | null;
  readonly rows: unknown[];
}

/** The number is ours and means nothing. The lock ends with its transaction, and so with its connection. */
const LOCK = 'SELECT pg_advisory_xact_lock(722513)';
const READ_WEEKS = 'SELECT week FROM closed_weeks';
const WRITES = /^(insert|update|delete)\b/i;

export interface OneWriter {
  readonly pool: PostgresPool;
  /** The closed weeks: in a transaction as they are, elsewhere as they were at the last look. */
  readonly listClosedWeeks: () => readonly string[];
  /** Looks for closed weeks now, and from now on at the beginning and the end of each transaction. */
  lookAtWeeks(): Promise<void>;
}

/**
 * Lets one transaction write at a time, over all services, as `begin immediate` does on SQLite: it begins by taking a
 * lock, so that each of its statements sees all that others have committed, and nothing changes between its statements.
 * Prices, reservations, refunds and order numbers are decided on what was read, and no transaction is ever repeated. A
 * single statement that writes is a transaction of its own. Whoever only reads waits for nobody.
 */
export function createOneWriter(connect: () => Promise<Connection>, end: () => Promise<void>): OneWriter {
  let closedWeeks: readonly string[] = [];
  let knowsWeeks = false;
  let looks = 0;
  let lastLook = 0;

  const note = (look: number, answer: Answer | undefined) => {
    // An answer from before the current transaction has begun must not replace what that has read.
    if (look < lastLook || answer === undefined) return;
    lastLook = look;
    closedWeeks = (answer.rows as { week: string }[]).map(({ week }) => week);
  };

  const begin = async (connection: Connection) => {
    try {
      const answers = await connection.query(`begin; ${LOCK}${knowsWeeks ? `; ${READ_WEEKS}` : ''}`);
      looks += 1;
      note(looks, asList(answers)[2]);
    } catch (error) {
      await connection.query('rollback').catch(() => undefined);
      throw error;
    }
  };
  const commit = async (connection: Connection) => {
    const look = looks;
    const [answer, weeks] = asList(await connection.query(`commit${knowsWeeks ? `; ${READ_WEEKS}` : ''}`));
    note(look, weeks);
    return answer;
  };
  const writeAlone = async (connection: Connection, text: string, parameters: readonly unknown[]) => {
    await begin(connection);
    try {
      const answer = await connection.query(text, parameters);
      await commit(connection);
      return answer;
    } catch (error) {
      await connection.query('rollback').catch(() => undefined);
      throw error;
    }
  };
  const asClient = (connection: Connection) => {
    let isInTransaction = false;
    return {
      async query(text: string, parameters: readonly unknown[]) {
        try {
          if (text === 'begin') {
            await begin(connection);
            isInTransaction = true;
            return { rows: [] };
          }
          if (text === 'commit' || text === 'rollback') isInTransaction = false;
          if (text === 'commit') return await commit(connection);
          if (isInTransaction || !WRITES.test(text)) return await connection.query(text, parameters);
          return await writeAlone(connection, text, parameters);
        } catch (error) {
          throw explainFailure(error);
        }
      },
      release: (isBroken?: boolean) => connection.release(isBroken),
    };
  };
  return {
    pool: {
      options: {},
      end,
      connect: async () => asClient(await connect().catch(refuse)) as unknown as PostgresPoolClient,
    },
    listClosedWeeks: () => closedWeeks,
    async lookAtWeeks() {
      const look = looks;
      const connection = await connect().catch(refuse);
      try {
        note(look, asList(await connection.query(READ_WEEKS))[0]);
        knowsWeeks = true;
      } finally {
        connection.release();
      }
    },
  };
}

function asList(answers: Answer | Answer[]): Answer[] {
  return Array.isArray(answers) ? answers : [answers];
}

function refuse(error: unknown): never {
  throw explainFailure(error);
}

/** Lost or refused connections, a full disk, a lock that others have held for too long, a server that is closing. */
const AWAY = /^(08|25P03|25006|40|53|55P03|57P|58|E[A-Z]+$)/;
/** Errors of `pg` itself, which have no code. */
const ENDED = /connection terminated|timeout exceeded when trying to connect|not queryable/i;

/** What is wrong with the database and not with the query has one code, by which visitors are told to try again. */
function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (!AWAY.test(code) && !ENDED.test(error.message)) return error;
  const message = `The database does not answer (${code || error.message})`;
  return Object.assign(new Error(message, { cause: error }), { code: 'DATABASE_AWAY' });
}
