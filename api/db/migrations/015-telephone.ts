import { type Kysely, sql } from 'kysely';

/**
 * Orders that the farm takes by telephone: how an order is paid, payment links, and further payments for boxes that are
 * added to an order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const method = "TEXT NOT NULL DEFAULT 'card' CHECK (payment_method IN ('card', 'cash', 'bank'))";
  for (const [table, column] of [
    ['orders', `payment_method ${method}`],
    ['orders', 'taken_by TEXT'],
    ['order_attempts', `payment_method ${method}`],
    ['order_attempts', 'taken_by TEXT'],
    ['order_attempts', 'ends_at TEXT'],
    ['order_attempts', 'session_ends_at TEXT'],
    ['order_attempts', 'adds_to TEXT REFERENCES orders (id)'],
    ['refund_requests', "parts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(parts))"],
  ]) {
    await sql.raw(`ALTER TABLE ${table} ADD COLUMN ${column}`).execute(db);
  }
  await sql`CREATE INDEX order_attempts_by_order ON order_attempts (adds_to) WHERE adds_to IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX order_attempts_waiting ON order_attempts (ends_at) WHERE state = 'open'`.execute(db);
  // Orders paid in cash or by bank have no payment intent.
  await sql`ALTER TABLE orders ALTER COLUMN payment_intent_id DROP NOT NULL`.execute(db);
  await sql`
    CREATE TABLE further_payments (
      id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders (id),
      method TEXT NOT NULL CHECK (method IN ('card', 'cash', 'bank')),
      payment_intent_id TEXT UNIQUE,
      boxes INTEGER NOT NULL CHECK (boxes >= 0),
      paid_pence INTEGER NOT NULL CHECK (paid_pence >= 0),
      refunded_pence INTEGER NOT NULL DEFAULT 0 CHECK (refunded_pence >= 0),
      refund_failed_pence INTEGER NOT NULL DEFAULT 0 CHECK (refund_failed_pence >= 0),
      goodwill_pence INTEGER NOT NULL DEFAULT 0 CHECK (goodwill_pence >= 0),
      created_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`CREATE INDEX further_payments_by_order ON further_payments (order_id, created_at)`.execute(db);
  await freeTotal(db);
  await allowValues(db, 'order_events', 'kind IN (', ['boxes', 'payment']);
  await allowValues(db, 'order_flags', 'code IN (', ['late_payment']);
  await allowValues(db, 'outbox', 'kind IN (', ['payment_request']);
}

/** Boxes that are added later may have another price. SQLite drops the CHECK of a column only with the column. */
async function freeTotal(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    SELECT sql FROM sqlite_master WHERE type = 'index' AND sql LIKE '%total_pence%' AND tbl_name = 'orders'
  `.execute(db);
  await sql`DROP INDEX orders_for_totals`.execute(db);
  await sql`ALTER TABLE orders RENAME COLUMN total_pence TO checked_total`.execute(db);
  await sql`ALTER TABLE orders ADD COLUMN total_pence INTEGER NOT NULL DEFAULT 0 CHECK (total_pence >= 0)`.execute(
    db,
  );
  await sql`UPDATE orders SET total_pence = checked_total`.execute(db);
  await sql`ALTER TABLE orders DROP COLUMN checked_total`.execute(db);
  for (const index of rows) await sql.raw(index.sql).execute(db);
}

/** SQLite cannot change a CHECK, so the table is made again, as it is by now, with more values in one of its lists. */
async function allowValues(
  db: Kysely<unknown>,
  table: string,
  list: string,
  values: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    SELECT type, name, sql FROM sqlite_master
    WHERE sql IS NOT NULL AND (tbl_name = ${table} OR (type = 'trigger' AND sql LIKE ${`%${table}%`}))
  `.execute(db);
  const [definition] = rows.filter(({ type }) => type === 'table');
  const others = rows.filter(({ type }) => type !== 'table');
  if (!definition?.sql.includes(list)) throw new Error(`The table ${table} has no list ${list}…).`);
  const body = definition.sql.slice(definition.sql.indexOf('('));
  const end = body.indexOf(')', body.indexOf(list));
  const added = values.map((value) => `, '${value}'`).join('');
  await sql.raw(`CREATE TABLE made_again ${body.slice(0, end)}${added}${body.slice(end)}`).execute(db);
  await sql.raw(`INSERT INTO made_again SELECT * FROM ${table}`).execute(db);
  for (const { name } of others.filter(({ type }) => type === 'trigger')) {
    await sql.raw(`DROP TRIGGER ${name}`).execute(db);
  }
  await sql.raw(`DROP TABLE ${table}`).execute(db);
  await sql.raw(`ALTER TABLE made_again RENAME TO ${table}`).execute(db);
  for (const other of others) await sql.raw(other.sql).execute(db);
}
