import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { addressPart, DELIVERY_FIELD_NAMES, type DeliveryField } from '#domain/orders/order-fields.ts';
import type { OrderFlag } from '#domain/orders/order-flags.ts';
import { SETTLEMENTS } from '#domain/orders/order-history.ts';
import type { Parcel } from '#domain/orders/parcels.ts';
import type { Person } from '#domain/people.ts';
import { jsonList } from '../db/dialect/dialect.ts';
import type { Database, Instant, OrderEventsTable, OrdersTable } from '../db/schema.ts';
import { formatSearchWords, OPEN_WORDS_END } from '../db/search.ts';
import { deriveOrderNumber } from './order-identity.ts';

/** An order with its flags, oldest first, and its parcels that are sent. */
export interface Order extends Omit<Selectable<OrdersTable>, 'searchWords' | 'flags'> {
  readonly flags: readonly OrderFlag[];
  readonly parcels: readonly Parcel[];
}

export type OrderChanges = Partial<Order>;

/** The order's parcels as JSON from a subquery, so that a page of orders is one statement. */
const PARCELS = jsonList(
  `'trackingNumber', tracking_number, 'sentAt', sent_at`,
  'parcels WHERE order_id = orders.id ORDER BY position',
);

type OrderLists = Pick<Order, 'flags' | 'parcels'>;

/** For a row of `selectOrders`. */
export function readOrderRow({ searchWords: _, ...row }: OrderRow): Order {
  return { ...row, flags: JSON.parse(row.flags), parcels: JSON.parse(row.parcels) };
}

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>;

/** Selects every column, and the lists. */
export function selectOrders(db: Kysely<Database>) {
  return db.selectFrom('orders').selectAll('orders').select(PARCELS.as('parcels'));
}

/** The fields that people look for by the beginnings of words: who and where. Packers see no street in the list. */
const OPEN_NAMES = DELIVERY_FIELD_NAMES.filter(
  (name) => name === 'customerName' || ['name', 'town'].includes(addressPart(name) ?? ''),
);
const NAMES = DELIVERY_FIELD_NAMES.filter((name) => addressPart(name) === 'street');
const TEXTS = DELIVERY_FIELD_NAMES.filter(
  (name) => addressPart(name) === undefined && name !== 'customerName' && name !== 'customerPhone',
);

/** The words that the order list is searched for, first those that packers see. */
export function formatOrderWords(
  order: Pick<Insertable<OrdersTable>, DeliveryField | 'orderNumber' | 'internalNote'>,
  parcels: readonly Parcel[],
): string {
  const open = formatSearchWords({
    names: OPEN_NAMES.map((name) => order[name]),
    codes: [
      order.orderNumber,
      order.shippingPostcode,
      ...parcels.map(({ trackingNumber }) => trackingNumber),
    ],
    texts: [],
  });
  const rest = formatSearchWords({
    names: NAMES.map((name) => order[name]),
    codes: [order.customerPhone],
    texts: [...TEXTS.map((name) => order[name]), order.internalNote],
  });
  return `${open}${OPEN_WORDS_END}${rest}`;
}

/** With 34 billion numbers, five collisions in a row do not happen. */
const MOST_DRAWS = 5;

/** Stores an order under a unique number. */
export async function insertOrder(
  db: Kysely<Database>,
  { flags, parcels, ...order }: Omit<Insertable<OrdersTable>, 'orderNumber' | 'flags'> & OrderLists,
): Promise<Order> {
  for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
    const numbered = { ...order, orderNumber: deriveOrderNumber(order.attemptId, draws) };
    const inserted = await db
      .insertInto('orders')
      .values({
        ...numbered,
        flags: JSON.stringify(flags),
        searchWords: formatOrderWords(numbered, parcels),
      })
      .onConflict((conflict) => conflict.column('orderNumber').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!inserted) continue;
    const { searchWords: _words, ...stored } = inserted;
    await replaceParcels(db, stored.id, [], parcels);
    return { ...stored, flags, parcels };
  }
  throw new Error(`No free order number in ${MOST_DRAWS} draws`);
}

/**
 * Changes an order if it is still as it was read, so that changes since are not overwritten.
 * @throws NoResultError if somebody else has changed it since
 */
export async function updateOrder(
  db: Kysely<Database>,
  known: Pick<Order, 'id' | 'version' | keyof OrderLists>,
  { flags = known.flags, parcels = known.parcels, ...changes }: OrderChanges,
): Promise<Order> {
  const { id, version } = known;
  const updated = await db
    .updateTable('orders')
    .set({ ...changes, flags: JSON.stringify(flags), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirstOrThrow();
  await replaceParcels(db, id, known.parcels, parcels);
  const { searchWords: before, ...order } = updated;
  const searchWords = formatOrderWords(order, parcels);
  if (searchWords !== before)
    await db.updateTable('orders').set({ searchWords }).where('id', '=', id).execute();
  return { ...order, flags, parcels };
}

async function replaceParcels(
  db: Kysely<Database>,
  orderId: string,
  before: readonly Parcel[],
  after: readonly Parcel[],
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await db.deleteFrom('parcels').where('orderId', '=', orderId).execute();
  if (after.length === 0) return;
  const rows = after.map((parcel, index) => ({ ...parcel, orderId, position: index + 1 }));
  await db.insertInto('parcels').values(rows).execute();
}

/** The orders that have one of these tracking numbers: the order's number by the tracking number. */
export async function findOrdersOfParcels(
  db: Kysely<Database>,
  trackingNumbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.orderId')
    .select(['parcels.trackingNumber', 'orderNumber'])
    .where('parcels.trackingNumber', 'in', trackingNumbers)
    .execute();
  return new Map(rows.map(({ trackingNumber, orderNumber }) => [trackingNumber, orderNumber]));
}

/** The order with this id, or of this attempt or payment. */
export async function findOrder(
  db: Kysely<Database>,
  id: string,
  column: 'id' | 'attemptId' | 'paymentIntentId' = 'id',
): Promise<Order | undefined> {
  const row = await selectOrders(db).where(column, '=', id).executeTakeFirst();
  return row && readOrderRow(row);
}

/** The orders with these numbers, by number. */
export async function findOrdersByNumber(
  db: Kysely<Database>,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  const rows = await selectOrders(db).where('orderNumber', 'in', orderNumbers).execute();
  return new Map(rows.map((row) => [row.orderNumber, readOrderRow(row)]));
}

export interface NewOrderEvent extends Omit<Insertable<OrderEventsTable>, 'person' | 'personId'> {
  readonly person?: Person | undefined;
}

export async function insertOrderEvents(
  db: Kysely<Database>,
  events: readonly NewOrderEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ person, ...event }) => ({
    ...event,
    person: person?.name ?? null,
    personId: person?.id ?? null,
  }));
  await db.insertInto('orderEvents').values(rows).execute();
}

export interface StoredEvent extends Selectable<OrderEventsTable> {
  readonly personNow: string | null;
}

/** An order's history, oldest first. */
export function findOrderEvents(db: Kysely<Database>, orderId: string): Promise<StoredEvent[]> {
  return db
    .selectFrom('orderEvents')
    .leftJoin('people', 'people.id', 'orderEvents.personId')
    .selectAll('orderEvents')
    .select('people.name as personNow')
    .where('orderId', '=', orderId)
    .orderBy('orderEvents.id')
    .execute();
}

/** How often the buyer has changed an order since an instant. One change may have several rows. */
export async function countBuyerChanges(
  db: Kysely<Database>,
  orderId: string,
  since: Instant,
): Promise<number> {
  const { changes } = await db
    .selectFrom('orderEvents')
    .select(sql<number>`count(DISTINCT created_at)`.as('changes'))
    .where('orderId', '=', orderId)
    .where('actor', '=', 'buyer')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return changes;
}

/** Whether a person has settled a second payment for an order, so that later reports of it are no news. */
export async function isSecondPaymentSettled(
  db: Kysely<Database>,
  orderId: string,
  paymentId: string,
): Promise<boolean> {
  const event = await db
    .selectFrom('orderEvents')
    .select('id')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'dispute')
    .where('before', '=', paymentId)
    .where('after', '=', SETTLEMENTS.second_payment)
    .executeTakeFirst();
  return event !== undefined;
}
