import type { Transaction } from 'kysely';
import { type Pence, toPounds } from '#domain/money.ts';
import type { OrderActor } from '#domain/orders/order-changes.ts';
import { DELIVERY_FIELD_NAMES, listAddress } from '#domain/orders/order-fields.ts';
import { MARKED_FIELDS, type MarkedField, markOf } from '#domain/orders/order-history.ts';
import type { PaymentMethod } from '#domain/orders/payment-method.ts';
import type { Person } from '#domain/people.ts';
import type { Database } from '../db/schema.ts';
import {
  insertOrder,
  insertOrderEvents,
  type NewOrderEvent,
  type Order,
  type OrderChanges,
  updateOrder,
} from './orders-repository.ts';
import { listNumbers } from './parcels.ts';

/** Who changes an order, when, and optionally why. */
export interface Change {
  readonly actor: OrderActor;
  readonly person?: Person | undefined;
  readonly reason?: string | undefined;
  readonly now: Date;
}

export interface ChangedOrder extends Omit<Change, 'reason'> {
  readonly before: Order;
  readonly after: Order;
  readonly note?: string | undefined;
}

/** What has been refunded since an order was last stored. */
export interface NewRefund {
  readonly pence: Pence;
  readonly boxes: number;
}

/** Queues the mails about an order, in the transaction of what they tell. `mail/order-mails.ts` writes them. */
export interface OrderMails {
  /** About a paid order, each only once. */
  confirm(trx: Transaction<Database>, order: Order, now: Date): Promise<void>;
  change(trx: Transaction<Database>, changed: ChangedOrder): Promise<void>;
  /** @param order with the refund */
  refund(trx: Transaction<Database>, order: Order, refund: NewRefund, now: Date): Promise<void>;
  /** The warning about card testing, once for each name. */
  warnOfCards(trx: Transaction<Database>, name: string, now: Date): Promise<void>;
}

/** For an order that nobody is told of. */
export const NO_MAILS: OrderMails = {
  confirm: async () => {},
  change: async () => {},
  refund: async () => {},
  warnOfCards: async () => {},
};

/** The only way to change a stored order. It also adds what people look for to the order's history. */
export async function changeOrder(
  trx: Transaction<Database>,
  known: Order,
  changes: OrderChanges,
  change: Change,
): Promise<Order> {
  const updated = await updateOrder(trx, known, { ...changes, updatedAt: change.now.toISOString() });
  await insertOrderEvents(trx, describeChange(known, updated, change));
  await queueLabel(trx, updated, change.now);
  return updated;
}

/** In the history of an order that the shop had lost. */
export const REBUILT_REASON =
  'Made again from Stripe’s record of the payment, because the shop had lost its own. We don’t know what has changed since, nor whether it was sent: check before you pack it.';

export type NewOrder = Omit<Order, 'orderNumber' | 'version'>;

/**
 * Stores an order whose payment has just become known.
 * @param made as its payment made it; `order` also has what has become known since, such as a refund
 */
export async function storeNewOrder(
  trx: Transaction<Database>,
  { made, order }: { readonly made: NewOrder; readonly order: NewOrder },
  {
    now,
    isRebuilt,
    person,
  }: {
    readonly now: Date;
    readonly isRebuilt: boolean;
    readonly person?: Person;
  },
): Promise<Order> {
  const stored = await insertOrder(trx, order);
  const reason = isRebuilt ? REBUILT_REASON : null;
  const by = person === undefined ? ({ actor: 'payment' } as const) : ({ actor: 'admin', person } as const);
  const first = { ...by, kind: 'status', before: null, after: made.status, reason } as const;
  await insertOrderEvents(trx, [
    { ...first, orderId: stored.id, createdAt: now.toISOString() },
    ...describeChange(made, stored, { actor: 'payment', now }),
  ]);
  await queueLabel(trx, stored, now, isRebuilt ? 'asked' : 'waiting');
  return stored;
}

function describeChange(
  before: NewOrder,
  after: Order,
  { actor, person, reason = '', now }: Change,
): NewOrderEvent[] {
  const compared = [
    ['status', before.status, after.status],
    ...compareParcels(before, after),
    ['week', before.week, after.week],
    ['address', addressOf(before), addressOf(after)],
    // A payment only fills them in, together with the address.
    ...(actor === 'payment' ? [] : compareDetails(before, after)),
    ['refund', toPounds(before.refundedPence), toPounds(after.refundedPence)],
    ['dispute', before.dispute, after.dispute],
    ['dispute', nameDoubt('review', before.review), nameDoubt('review', after.review)],
    ['dispute', nameDoubt('fraud', before.fraudWarning), nameDoubt('fraud', after.fraudWarning)],
  ] as const;
  return compared
    .filter(([, was, is]) => was !== is)
    .map(([kind, was, is]) => ({
      orderId: after.id,
      actor,
      person,
      kind,
      before: was,
      after: is,
      reason: reason === '' ? null : reason,
      createdAt: now.toISOString(),
    }));
}

function compareParcels(before: NewOrder, after: Order) {
  const gone = listNumbers(before.parcels).filter((number) => !listNumbers(after.parcels).includes(number));
  const fresh = listNumbers(after.parcels).filter((number) => !listNumbers(before.parcels).includes(number));
  const most = Math.max(gone.length, fresh.length);
  return Array.from({ length: most }, (_, index) => {
    return ['tracking', gone[index] ?? null, fresh[index] ?? null] as const;
  });
}

/** Nothing if the details are erased, because history must not keep them. */
function compareDetails(before: NewOrder, after: Order): (readonly ['address', string, string])[] {
  if (DELIVERY_FIELD_NAMES.every((name) => after[name] === null)) return [];
  // The address has the name that the parcel has.
  const isNamed = addressOf(after) !== null && before.recipientName === null && after.recipientName === null;
  const names = [...MARKED_FIELDS, 'internalNote' as const].filter(
    (name) => name !== 'customerName' || !isNamed,
  );
  const write = (order: NewOrder, name: MarkedField) => `${markOf(name)}${order[name] ?? 'none'}`;
  return names.map((name) => ['address', write(before, name), write(after, name)] as const);
}

function nameDoubt(kind: 'review' | 'fraud', state: string | null): string | null {
  return state && `${kind}_${state}`;
}

/** Adds to the history that money came in, or with null that this was a mistake. */
export function notePayment(
  trx: Transaction<Database>,
  orderId: string,
  { method, pence }: { readonly method: PaymentMethod; readonly pence: Pence | null },
  { actor, person, now }: Change,
): Promise<void> {
  const event = { orderId, actor, person, reason: null, createdAt: now.toISOString() };
  const after = pence && toPounds(pence);
  return insertOrderEvents(trx, [{ ...event, kind: 'payment', before: method, after }]);
}

export function isSameAddress(before: Order, after: Order): boolean {
  return addressOf(before) === addressOf(after);
}

function addressOf(order: NewOrder): string | null {
  return listAddress(order).join('\n') || null;
}

/**
 * Queues a paid order for its label, once. If it is already waiting, it is checked again, because its flag may have
 * been removed. Call it in the transaction that changes the order.
 * @param state `asked` if the carrier may already have the order: it is looked up there before it is created again
 */
async function queueLabel(
  trx: Transaction<Database>,
  order: Order,
  now: Date,
  state: 'waiting' | 'asked' = 'waiting',
): Promise<void> {
  if (order.status !== 'processing' || order.paymentStatus !== 'succeeded') return;
  await trx
    .insertInto('labels')
    .values({
      orderId: order.id,
      state,
      identifier: null,
      attempts: state === 'asked' ? 1 : 0,
      nextAttemptAt: now.toISOString(),
      lastError: null,
      createdAt: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .column('orderId')
        .doUpdateSet({ nextAttemptAt: now.toISOString() })
        .where('labels.state', '=', 'waiting')
        .where('labels.nextAttemptAt', 'is', null),
    )
    .execute();
}
