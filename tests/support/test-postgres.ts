import { PGlite, type Results } from '@electric-sql/pglite';
import { FOUNDER_ID, replacePasswordHash } from '../../api/admin/admin-repository.ts';
import { type Answer, type Connection, createOneWriter } from '../../api/db/one-writer.ts';
import type { ShopDatabase } from '../../api/db/open.ts';
import { preparePostgres } from '../../api/db/postgres.ts';

/** As `pg` is told to read them (`postgres.ts`). */
const PARSERS = { 20: Number, 1700: Number };

const idle: Promise<PGlite>[] = [];

/**
 * A database on Postgres with the owner in it: PGlite, which is Postgres in this process. It has
 * one connection, so it proves the SQL, and `races.spec.ts` the rest. A worker's tests use one after another, emptied,
 * because making one takes a second.
 */
export async function openTestPostgres(passwordHash: string): Promise<ShopDatabase> {
  const making = idle.pop() ?? PGlite.create({ parsers: PARSERS });
  const engine = await making;
  const { db, ...opened } = await preparePostgres(createOneWriter(takeTurns(engine), async () => {}));
  const tables = await db.introspection.getTables();
  await engine.exec(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY;
    INSERT INTO people (id, name, name_key, role) VALUES ('${FOUNDER_ID}', 'Owner', 'owner', 'owner')`);
  await db.transaction().execute((trx) => replacePasswordHash(trx, FOUNDER_ID, passwordHash));
  return {
    ...opened,
    db,
    async close() {
      await opened.close();
      idle.push(making);
    },
  };
}

/** Its one connection, for one at a time. */
function takeTurns(engine: PGlite): () => Promise<Connection> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    await before;
    return { query: (text, parameters) => ask(engine, text, parameters), release: () => release() };
  };
}

async function ask(engine: PGlite, text: string, parameters: readonly unknown[] = []) {
  if (parameters.length > 0 || !text.includes(';')) {
    return toAnswer(await engine.query(text, [...parameters]), text);
  }
  return (await engine.exec(text)).map((each) => toAnswer(each, text));
}

function toAnswer({ rows, affectedRows }: Results, text: string): Answer {
  return { command: text.split(/\s/, 1)[0]?.toUpperCase() ?? '', rowCount: affectedRows ?? 0, rows };
}
