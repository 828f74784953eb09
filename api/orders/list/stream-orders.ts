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
import type { Role } from '#domain/people.ts';
import type { Database } from '../../db/schema.ts';
import type { Order } from '../orders-repository.ts';
import { listNumbers } from '../parcels.ts';
import { showTo, toListItem } from './order-list.ts';
import { type DatedOrder, type ListedOrders, readInChunks } from './order-list-repository.ts';

/** All orders that a role sees, newest first, as one JSON array. A database that fails at once is an error answer. */
export async function streamOrders(
  db: Kysely<Database>,
  role: Role,
  now: Date,
): Promise<ReadableStream<Uint8Array>> {
  const chunks = await readInChunks(db, { filter: {}, now, role, sort: 'newest' });
  async function* write() {
    let separator = '[';
    for await (const orders of chunks) {
      const items = orders.map((order) => JSON.stringify(showTo(role, toListItem(order))));
      yield separator + items.join(',');
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  }
  return toStream(write());
}

/** As fast as the client reads. */
function toStream(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

function dayOf(instant: string): string {
  return londonDay(new Date(instant));
}

/** The columns, in the order that api/README.md documents. Amounts are pounds with two decimals. */
const COLUMNS: Record<string, (order: DatedOrder) => string | number | null> = {
  'Order number': (order) => order.orderNumber,
  Ordered: (order) => dayOf(order.createdAt),
  'Delivery week': (order) => order.week,
  Status: (order) => order.status,
  Payment: (order) => order.paymentStatus,
  Boxes: (order) => countBoxes(order).left,
  'Boxes ordered': (order) => order.quantity,
  'Price per box': (order) => toPounds(order.unitPricePence),
  Total: (order) => toPounds(order.totalPence),
  Paid: (order) => toPounds(toPence(order.paymentStatus === 'succeeded' ? order.paidAmount : 0)),
  'Paid on': (order) => (order.paymentStatus === 'succeeded' ? dayOf(order.paidAt) : null),
  Refunded: (order) => toPounds(order.refundedPence),
  'Refunded on': ({ refundedAt }) => (refundedAt === null ? null : dayOf(refundedAt)),
  'By card': (order) => formatMethod(order, 'card'),
  'In cash': (order) => formatMethod(order, 'cash'),
  'By bank transfer': (order) => formatMethod(order, 'bank'),
  ...Object.assign({}, ...DELIVERY_FIELD_NAMES.map(listColumns)),
  'Tracking numbers': (order) => listNumbers(order.parcels).join(' '),
  'Needs a look': (order) => describeFlags(order.flags) || null,
  'Our own note': (order) => order.internalNote,
};

/** What came in this way and was not refunded. All three together are what was paid minus what was refunded. */
function formatMethod(order: Order, method: PaymentMethod): string {
  const isPaidSo = order.paymentStatus === 'succeeded' && order.paymentMethod === method;
  return ((isPaidSo ? order.paidAmount - order.refundedPence : 0) / 100).toFixed(2);
}

/** Without it, Excel does not read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** The listed orders, oldest first, for couriers and accounting. CSV as in RFC 4180. */
export async function streamOrdersCsv(
  db: Kysely<Database>,
  listed: ListedOrders,
): Promise<ReadableStream<Uint8Array>> {
  const chunks = await readInChunks(db, { ...listed, sort: 'oldest' });
  async function* write() {
    yield `${BYTE_ORDER_MARK}${formatRow(Object.keys(COLUMNS))}`;
    for await (const orders of chunks)
      yield orders.map((order) => formatRow(Object.values(COLUMNS).map((read) => read(order)))).join('');
  }
  return toStream(write());
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

export function formatRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/** Of a telephone number. A spreadsheet takes one without a space for a number, and drops its 0 or +. */
const DIGITS = /^(\+?\d{3,})(\d{6})$/;
const SPACED_DIGITS = /^\+?[\d ]+$/;
/** Also as they are written in Chinese and Japanese, which Excel reads alike. */
const FORMULA = /^[\s\p{C}]*[=+\-@\t\r＝＋－＠]/u;

/**
 * Texts that a spreadsheet would evaluate get a leading apostrophe, even after spaces, so that no buyer's name or note
 * becomes a formula on the farm's computer.
 */
function formatCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value.replace(DIGITS, '$1 $2') : String(value);
  const isFormula = typeof value === 'string' && FORMULA.test(text) && !SPACED_DIGITS.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
