import type { Kysely } from 'kysely';
import { londonDay } from '#domain/dates.ts';
import { toPence, toPounds } from '#domain/money.ts';
import { countBoxes } from '#domain/orders/describe-order.ts';
import {
  addressPart,
  DELIVERY_FIELD_NAMES,
  DELIVERY_FIELDS,
  type DeliveryField,
} from '#domain/orders/order-fields.ts';
import { describeFlags } from '#domain/orders/order-flags.ts';
import type { PaymentMethod } from '#domain/orders/payment-method.ts';
import type { Cursor } from '../db/cursor.ts';
import type { Database } from '../db/schema.ts';
import { splitByMethod } from './further-payments.ts';
import { toListItem } from './order-list.ts';
import { findOrderPage, type OrderFilter, type PageRequest } from './order-list-repository.ts';
import type { Order } from './orders-repository.ts';
import { listNumbers } from './parcels.ts';

const ROWS_PER_CHUNK = 250;

/** All orders, newest first, as one JSON array. */
export function streamOrders(db: Kysely<Database>): Promise<ReadableStream<Uint8Array>> {
  let separator = '';
  const writeItems = (orders: readonly Order[]) => {
    const items = orders.map((order) => JSON.stringify(toListItem(order))).join(',');
    const text = items === '' ? '' : separator + items;
    separator = ',';
    return text;
  };
  return streamText(db, { sort: 'newest' }, { head: '[', write: writeItems, tail: ']' });
}

/**
 * Streams the matching orders as text, in chunks, as fast as the client reads. An open statement would block all
 * others, and a complete text would need too much memory. The first chunk is read before the promise resolves, so that
 * a database failure becomes an error answer instead of an incomplete one.
 */
export async function streamText(
  db: Kysely<Database>,
  filter: OrderFilter & Pick<PageRequest, 'sort'>,
  text: { head: string; write: (orders: readonly Order[]) => string; tail: string },
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const readChunk = (after?: Cursor) => findOrderPage(db, { ...filter, limit: ROWS_PER_CHUNK, after });
  let rows = await readChunk();
  let head = text.head;
  return new ReadableStream({
    async pull(controller) {
      const last = rows.at(-1);
      const isEnd = rows.length < ROWS_PER_CHUNK || last === undefined;
      controller.enqueue(encoder.encode(`${head}${text.write(rows)}${isEnd ? text.tail : ''}`));
      if (isEnd) return controller.close();
      head = '';
      rows = await readChunk({ createdAt: last.createdAt, id: last.id });
    },
  });
}

/** The columns, in the order that api/README.md documents. Amounts are pounds with two decimals. */
const COLUMNS: Record<string, (order: Order) => string | number | null> = {
  'Order number': (order) => order.orderNumber,
  Ordered: (order) => londonDay(new Date(order.createdAt)),
  'Delivery week': (order) => order.week,
  Status: (order) => order.status,
  Payment: (order) => order.paymentStatus,
  Boxes: (order) => countBoxes(order).left,
  'Boxes ordered': (order) => order.quantity,
  'Boxes to send': (order) => countBoxes(order).toSend,
  'Price per box': (order) => toPounds(order.unitPricePence),
  Total: (order) => toPounds(order.totalPence),
  Paid: (order) => toPounds(toPence(order.paymentStatus === 'succeeded' ? order.paidAmount : 0)),
  Refunded: (order) => toPounds(order.refundedPence),
  'By card': (order) => formatMethod(order, 'card'),
  'In cash': (order) => formatMethod(order, 'cash'),
  'By bank transfer': (order) => formatMethod(order, 'bank'),
  ...Object.assign({}, ...DELIVERY_FIELD_NAMES.map(listColumns)),
  'Tracking numbers': (order) => listNumbers(order.parcels).join(' '),
  'Needs a look': (order) => describeFlags(order.flags) || null,
};

/** What came in this way and was not refunded. All three together are what was paid minus what was refunded. */
function formatMethod(order: Order, method: PaymentMethod): string {
  return (splitByMethod(order)[method] / 100).toFixed(2);
}

/** Without it, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** The orders of a week, or all, oldest first, for couriers and accounting. CSV as in RFC 4180. */
export function streamOrdersCsv(
  db: Kysely<Database>,
  week: string | undefined,
): Promise<ReadableStream<Uint8Array>> {
  return streamText(
    db,
    { sort: 'oldest', week },
    {
      head: `${BYTE_ORDER_MARK}${formatRow(Object.keys(COLUMNS))}`,
      write: (orders) =>
        orders.map((order) => formatRow(Object.values(COLUMNS).map((read) => read(order)))).join(''),
      tail: '',
    },
  );
}

/** A street has two columns, the second one with all lines after the first. */
function listColumns(name: DeliveryField): Record<string, (order: Order) => string | null> {
  const { farmLabel, kind } = DELIVERY_FIELDS[name];
  if (addressPart(name) !== 'street' || kind !== 'lines') return { [farmLabel]: (order) => order[name] };
  const split = (order: Order) => (order[name] ?? '').split('\n');
  return {
    [`${farmLabel} line 1`]: (order) => split(order)[0] ?? '',
    [`${farmLabel} line 2`]: (order) => split(order).slice(1).join(', '),
  };
}

function formatRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/**
 * Texts that a spreadsheet would evaluate get a leading apostrophe, even after spaces, so that no buyer's name or note
 * becomes a formula on the farm's computer.
 */
function formatCell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const safe = typeof value === 'string' && /^[\s\p{C}]*[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
