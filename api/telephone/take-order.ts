import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { IsoDay } from '#domain/dates.ts';
import type { Person } from '#domain/people.ts';
import type { WayToPay } from '#forms/telephone-form.ts';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/problems.ts';
import { enqueuePaymentRequest } from '../mail/request-templates.ts';
import { type Attempt, findAttempt, insertAttempt, NEW_ATTEMPT } from '../orders/attempts-repository.ts';
import { notePayment, storeNewOrder } from '../orders/change-order.ts';
import { type OrderDetails, pickDetails } from '../orders/details.ts';
import { draftOrder } from '../orders/sale/decide-payment.ts';
import { priceOrder } from '../orders/sale/price-order.ts';
import { findShortage } from '../orders/sale/reservations.ts';
import type { Shop } from '../shop.ts';
import { endTransfer } from './transfers.ts';

/** How long a payment link lasts, and holds its boxes. */
const LINK_HOURS = 48;
const HOUR_MS = 3_600_000;

export interface TelephoneOrder {
  /** Made by the form, so that a form sent twice is one order. */
  readonly id: string;
  readonly quantity: number;
  readonly week: IsoDay;
  readonly details: OrderDetails;
  readonly way: WayToPay;
}

const TOOK_ANOTHER =
  'You’ve taken another order with this form already. To take this one too, press the button again.';

/**
 * Takes an order for somebody on the telephone. Cash: paid at once. Bank: pending until the farm sees the money. Link:
 * an attempt that holds its boxes, and becomes an order when it is paid.
 * @param person who takes it
 */
export async function takeOrder(shop: Shop, asked: TelephoneOrder, person: Person): Promise<Result<Attempt>> {
  const taken = await shop.db.transaction().execute((trx) => takeIn(trx, shop, asked, person));
  if (taken.ok) shop.wakeOutbox();
  return taken;
}

async function takeIn(
  trx: Transaction<Database>,
  shop: Shop,
  { id, quantity, week, details, way }: TelephoneOrder,
  person: Person,
): Promise<Result<Attempt>> {
  const known = await findAttempt(trx, id);
  if (known) {
    // Whoever goes back to a form that was sent, and takes the next call with it, sends its id again.
    const isSame =
      known.takenBy !== null &&
      known.quantity === quantity &&
      known.paymentMethod === (way === 'link' ? 'card' : way) &&
      isDeepStrictEqual(pickDetails(known), pickDetails(details));
    return isSame ? { ok: true, value: known } : refuse({ code: 'order_changed', error: TOOK_ANOTHER });
  }
  const now = shop.clock();
  const priced = priceOrder(
    shop.getCatalogue(),
    { quantity, week, postcode: details.shippingPostcode, isByFarm: true },
    now,
  );
  if (!priced.ok) return priced;
  const shortage = priced.value.week && (await findShortage(trx, priced.value.week, quantity, now));
  if (shortage) return refuse(shortage);
  const isLink = way === 'link';
  const linkEnd = new Date(now.getTime() + LINK_HOURS * HOUR_MS).toISOString();
  const endsAt = { link: linkEnd, bank: endTransfer(now, shop.getCatalogue().transfers), cash: null }[way];
  const attempt: Attempt = {
    ...NEW_ATTEMPT,
    ...details,
    id,
    kind: 'branch_box',
    state: isLink ? 'open' : 'settled',
    quantity,
    unitPricePence: priced.value.unitPrice,
    totalPence: priced.value.total,
    paymentMethod: isLink ? 'card' : way,
    takenBy: person.name,
    takenById: person.id,
    endsAt,
    // Only one with a link is open, and holds its boxes itself.
    heldUntil: isLink ? endsAt : null,
    mode: shop.mode,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  await insertAttempt(trx, attempt);
  if (isLink) await enqueuePaymentRequest(trx, { attempt, order: null }, shop.getMailSettings(), now);
  else await storeUnasked(trx, shop, attempt, person, now);
  return { ok: true, value: attempt };
}

/** Stores the order at once, because nobody asks Stripe about cash or bank transfers. */
async function storeUnasked(
  trx: Transaction<Database>,
  shop: Shop,
  attempt: Attempt,
  person: Person,
  now: Date,
): Promise<void> {
  const isPaid = attempt.paymentMethod === 'cash';
  const payment = {
    status: isPaid ? 'processing' : 'pending',
    paymentStatus: isPaid ? 'succeeded' : 'processing',
    paymentIntentId: null,
    paidAmount: attempt.totalPence,
    paidCurrency: 'gbp',
  } as const;
  const draft = draftOrder(attempt, pickDetails(attempt), payment, { orderedAt: now, now });
  const made = { ...draft, flags: [] };
  const how = { now, isRebuilt: false, person };
  const order = await storeNewOrder(trx, { made, order: made }, how);
  if (!isPaid) return enqueuePaymentRequest(trx, { attempt, order }, shop.getMailSettings(), now);
  const paid = { method: attempt.paymentMethod, pence: attempt.totalPence };
  await notePayment(trx, order.id, paid, { actor: 'admin', person, now });
  await shop.mails.confirm(trx, order, now);
}
