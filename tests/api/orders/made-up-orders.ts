import type { Database as Connection } from 'better-sqlite3';
import { formatOrderWords } from '../../../api/orders/orders-repository.ts';
import { DELIVERY_FIELD_NAMES } from '../../../src/domain/orders/order-fields.ts';
import { ORDER_STATUSES } from '../../../src/domain/orders/order-status.ts';
import { BOX_PENCE, DELIVERY, LAST, LATER, WEEK } from '../../support/sample-order.ts';

const WEEKS = ['2025-11-17', '2025-11-24', WEEK, LATER, LAST];
const FIRST_MS = Date.parse('2025-11-01T00:00:00Z');

/** The number of the made-up order of an index. */
export function madeUpNumber(index: number): string {
  return `BB-${writeCharacters(index)}`;
}

/** The id of the made-up order of an index. */
export function madeUpId(index: number): string {
  return `019a3e00-0000-7000-8000-${String(index).padStart(12, '0')}`;
}

/**
 * Fills the database with orders that look like real ones, straight and in one transaction. Three in a row have the
 * same instant, so that paging by time alone would lose some.
 * @param seasons over how many years; everything of earlier ones has been delivered or cancelled
 */
export function makeUpOrders(sqlite: Connection, count: number, seasons = 1): void {
  const delivery = [...DELIVERY_FIELD_NAMES, 'week', 'createdAt', 'updatedAt'].map(toColumn).join();
  const attempt = sqlite.prepare(
    `INSERT INTO order_attempts (id, kind, state, mode, quantity, unit_price_pence, total_pence, ${delivery})
     VALUES (@id, 'branch_box', 'settled', 'sandbox', @quantity, ${BOX_PENCE}, @total, ${values(delivery)})`,
  );
  const order = sqlite.prepare(
    `INSERT INTO orders (id, attempt_id, order_number, status, payment_status, payment_intent_id, quantity,
       unit_price_pence, total_pence, paid_amount, paid_currency, search_words,
       ${delivery})
     VALUES (@id, @id, @number, @status, 'succeeded', @payment, @quantity, ${BOX_PENCE}, @total, @total, 'gbp', @words,
       ${values(delivery)})`,
  );
  sqlite.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const row = madeUpRow(index);
      if (seasons > 1) Object.assign(row, moveBack(row, seasons - 1 - Math.floor((index * seasons) / count)));
      attempt.run(row);
      order.run(row);
      if (row.tracking !== null) trackOrders(sqlite, row.tracking, `id = '${row.id}'`);
    }
  })();
}

/** Gives the orders that an SQL condition finds a parcel with all their boxes. */
export function trackOrders(sqlite: Connection, trackingNumber: string, where = 'TRUE'): void {
  sqlite
    .prepare(`INSERT INTO parcels SELECT id, 1, ?, updated_at FROM orders WHERE ${where}`)
    .run(trackingNumber);
}

function values(columns: string): string {
  return columns.replace(
    /\w+/g,
    (column) => `@${column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}`,
  );
}

/** `trackingNumber` as SQL has it. */
export function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function madeUpRow(index: number) {
  const instant = new Date(FIRST_MS + Math.floor(index / 3) * 60_000).toISOString();
  const quantity = 1 + (index % 4);
  const row = {
    id: madeUpId(index),
    number: madeUpNumber(index),
    status: ORDER_STATUSES[index % ORDER_STATUSES.length],
    payment: `pi_${index}`,
    quantity,
    total: quantity * BOX_PENCE,
    tracking: index % 10 === 0 ? `RM${String(index).padStart(9, '0')}GB` : null,
    ...DELIVERY,
    customerName: `Customer ${index}`,
    customerEmail: `customer${index}@example.com`,
    customerPhone: index % 2 === 0 ? '01632 960123' : null,
    shippingAddress: `${1 + (index % 90)} High Street\nFlat ${1 + (index % 5)}`,
    shippingPostcode: `TA${1 + (index % 9)} ${index % 10}AA`,
    specialInstructions: index % 3 === 0 ? 'Please leave it in the porch if nobody is in' : null,
    week: WEEKS[index % WEEKS.length] ?? '',
    createdAt: instant,
    updatedAt: instant,
  };
  const parcels =
    row.tracking === null ? [] : [{ trackingNumber: row.tracking, boxes: quantity, sentAt: instant }];
  const words = formatOrderWords({ ...row, orderNumber: row.number, internalNote: null }, parcels);
  return { ...row, words };
}

const YEAR_MS = 364 * 24 * 60 * 60_000;

/** The same order, some seasons earlier. */
function moveBack({ week, createdAt, status }: ReturnType<typeof madeUpRow>, seasons: number) {
  const earlier = (instant: string) => new Date(Date.parse(instant) - seasons * YEAR_MS).toISOString();
  return {
    week: earlier(week).slice(0, 10),
    createdAt: earlier(createdAt),
    updatedAt: earlier(createdAt),
    status: seasons === 0 || status === 'cancelled' ? status : 'delivered',
  };
}

/** Seven characters of an order number, different for every index. */
function writeCharacters(index: number): string {
  const text = index
    .toString(24)
    .padStart(7, '0')
    .replace(/./g, (digit) => 'ABCDEFGHJKLMNPQRSTUVWXYZ'.charAt(Number.parseInt(digit, 24)));
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
