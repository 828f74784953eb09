import { type Kysely, sql } from 'kysely';

const STANDING = (row: string) =>
  `${row}.quantity - min(${row}.quantity, (${row}.refunded_pence - ${row}.goodwill_pence) / ${row}.unit_price_pence)`;
const SUMS = [
  'orders',
  'boxes',
  'standing_boxes',
  'total_pence',
  'paid_pence',
  'refunded_pence',
  'with_parcels',
] as const;
const ADD = `ON CONFLICT (week, status, payment_status) DO UPDATE SET
  ${SUMS.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join()}`;
/** A parcel's number is its place among those of its order, so an order with parcels has a first one. */
const HAS_PARCELS = (row: string) =>
  `EXISTS (SELECT 1 FROM parcels WHERE order_id = ${row}.id AND position = 1)`;

/** Adds an order to the sums, or takes it out of them. */
function count(row: 'OLD' | 'NEW', withParcels: string): string {
  const sign = row === 'OLD' ? '-' : '';
  return `INSERT INTO order_sums VALUES (coalesce(${row}.week, ''), ${row}.status, ${row}.payment_status, ${sign}1,
    ${sign}${row}.quantity, ${sign}(${STANDING(row)}), ${sign}${row}.total_pence, ${sign}${row}.paid_amount,
    ${sign}${row}.refunded_pence, ${sign}${withParcels}) ${ADD};`;
}

/** Adds to how many orders have parcels. */
function countParcels(row: 'OLD' | 'NEW'): string {
  return `INSERT INTO order_sums SELECT coalesce(week, ''), status, payment_status, 0, 0, 0, 0, 0, 0,
    ${row === 'OLD' ? -1 : 1} FROM orders WHERE id = ${row}.order_id ${ADD};`;
}

/**
 * The sums over all orders, kept by triggers, because a sum over a million rows takes a second. No writer knows of
 * them. The triggers that take an order out come before its change, while it still has its parcels.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE order_sums (
      week TEXT NOT NULL,
      status TEXT NOT NULL,
      payment_status TEXT NOT NULL,
      ${SUMS.map((sum) => `${sum} INTEGER NOT NULL`).join()},
      PRIMARY KEY (week, status, payment_status)
    ) WITHOUT ROWID, STRICT`,
    )
    .execute(db);
  await sql
    .raw(
      `INSERT INTO order_sums
      SELECT coalesce(week, ''), status, payment_status, count(*), sum(quantity), sum(${STANDING('orders')}),
        sum(total_pence), sum(paid_amount), sum(refunded_pence), sum(${HAS_PARCELS('orders')})
      FROM orders GROUP BY 1, 2, 3`,
    )
    .execute(db);
  const summed =
    'week, status, payment_status, quantity, unit_price_pence, total_pence, paid_amount, refunded_pence, goodwill_pence';
  for (const [name, event, action] of [
    ['order_sums_new', 'AFTER INSERT ON orders', count('NEW', '0')],
    [
      'order_sums_changed',
      `BEFORE UPDATE OF ${summed} ON orders`,
      `${count('OLD', HAS_PARCELS('OLD'))} ${count('NEW', HAS_PARCELS('OLD'))}`,
    ],
    ['order_sums_removed', 'BEFORE DELETE ON orders', count('OLD', HAS_PARCELS('OLD'))],
    ['order_sums_parcel_new', 'AFTER INSERT ON parcels WHEN NEW.position = 1', countParcels('NEW')],
    ['order_sums_parcel_removed', 'AFTER DELETE ON parcels WHEN OLD.position = 1', countParcels('OLD')],
  ]) {
    await sql.raw(`CREATE TRIGGER ${name} ${event} BEGIN ${action} END`).execute(db);
  }

  // The sums were read off these two.
  await sql`DROP INDEX orders_for_totals`.execute(db);
  await sql`DROP INDEX orders_by_week`.execute(db);
  await sql`CREATE INDEX orders_of_week ON orders (week, created_at DESC, id DESC)`.execute(db);
  await sql`
    CREATE INDEX orders_sent ON orders (created_at DESC, id DESC) WHERE status IN ('shipped', 'delivered')`.execute(
    db,
  );
  await sql`
    CREATE INDEX orders_to_pack ON orders (status, week, id, quantity, total_pence, refunded_pence)
    WHERE status = 'processing' AND payment_status = 'succeeded'`.execute(db);
}
