import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { either } from '../../db/dialect/dialect.ts';
import { MOVED_TABLES, type MovedTable } from './moved-tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: Tables and columns are what the database says.
type AnyDb = Kysely<any>;
type Row = Record<string, unknown>;

/** Few enough for the parameters that one statement may have, on either engine. */
const ROWS_AT_ONCE = 500;

/** What a table holds: its rows, the sum of each column of numbers, and a hash of everything. */
interface TableContent {
  readonly rows: number;
  readonly sums: Readonly<Record<string, number>>;
  readonly hash: string;
}

export type ShopContent = Readonly<Record<string, TableContent>>;

/** Whether somebody has used the database: it has more than the owner that the first start creates. */
export async function isInUse(db: AnyDb): Promise<boolean> {
  for (const { name } of MOVED_TABLES.filter((table) => table.name !== 'people')) {
    if ((await db.selectFrom(name).select(sql`1`.as('one')).limit(1).execute()).length > 0) return true;
  }
  return (await db.selectFrom('people').where('name', '!=', 'Owner').select('id').execute()).length > 0;
}

/** Copies every row into an empty database, in the caller's transaction. */
export async function copyRows(from: AnyDb, to: AnyDb): Promise<void> {
  await to.deleteFrom('people').execute();
  for (const table of MOVED_TABLES) {
    for await (const rows of readRows(from, table)) await to.insertInto(table.name).values(rows).execute();
    if (table.isNumbered) await goOnCounting(to, table.name);
  }
}

/** The next row's number follows the last one's. SQLite does so by itself. */
async function goOnCounting(to: AnyDb, name: string): Promise<void> {
  const last = sql`(SELECT coalesce(max(id), 0) + 1 FROM ${sql.table(name)})`;
  await to
    .selectNoFrom(
      either(sql`1`, sql`setval(pg_get_serial_sequence(${sql.lit(name)}, 'id'), ${last}, false)`).as('next'),
    )
    .execute();
}

/** Reads everything that `copyRows` copies. */
export async function readContent(db: AnyDb): Promise<ShopContent> {
  const contents: Record<string, TableContent> = {};
  for (const table of MOVED_TABLES) {
    const hash = createHash('sha256');
    const sums: Record<string, number> = {};
    let count = 0;
    for await (const rows of readRows(db, table)) {
      count += rows.length;
      for (const row of rows) {
        const columns = Object.keys(row).sort();
        hash.update(`${JSON.stringify(columns.map((column) => toText(row[column])))}\n`);
        for (const column of columns) {
          const value = row[column];
          if (typeof value === 'number') sums[column] = (sums[column] ?? 0) + value;
        }
      }
    }
    contents[table.name] = { rows: count, sums, hash: hash.digest('hex') };
  }
  return contents;
}

function toText(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

/** The rows of a table, in pieces. */
async function* readRows(db: AnyDb, { name, key }: MovedTable): AsyncGenerator<Row[]> {
  const order = sql.join(key.map((column) => sql.ref(column)));
  let last: unknown[] | undefined;
  for (;;) {
    const query = db
      .selectFrom(name)
      .selectAll()
      .$if(last !== undefined, (select) => select.where(sql<boolean>`(${order}) > (${sql.join(last ?? [])})`))
      .orderBy(order)
      .limit(ROWS_AT_ONCE);
    const rows: Row[] = await query.execute();
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    last = key.map((column) => lastRow[column]);
    yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
