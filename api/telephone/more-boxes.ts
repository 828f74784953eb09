import type { Transaction } from 'kysely';
import type { WayToPay } from '#forms/telephone-form.ts';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/result.ts';
import { enqueueChangeMails } from '../mail/order-mails.ts';
import { enqueuePaymentRequest } from '../mail/request-mails.ts';
import { findAttempt, insertAttempt } from '../orders/attempts-repository.ts';
import { pickDetails } from '../orders/details.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';
import { type PricedOrder, priceOrder } from '../orders/price-order.ts';
import { addBoxes, takesMoreBoxes } from '../orders/record-addition.ts';
import { findShortage } from '../orders/reservations.ts';
import { makeFarmAttempt, type TelephoneDependencies } from './take-order.ts';

export interface MoreBoxes {
  /** Made by the form, so that a form sent twice adds boxes once. */
  readonly id: string;
  /** How many are added. */
  readonly boxes: number;
  readonly way: WayToPay;
  /** The order's, as in an `OrderChange`. */
  readonly version: number;
}

const CLOSED = 'Boxes can only be added to an order that is paid and not sent yet. Take a new order instead.';

/** The current price of more boxes, or why an order cannot have them. */
export function priceMoreBoxes(
  { getCatalogue }: Pick<TelephoneDependencies, 'getCatalogue'>,
  order: Order,
  boxes: number,
  now: Date,
): Result<PricedOrder> {
  if (!takesMoreBoxes(order)) return refuse({ code: 'step_not_allowed', error: CLOSED });
  return priceOrder(getCatalogue(), { quantity: boxes, week: null, postcode: null, isByFarm: true }, now);
}

/**
 * Adds boxes to an order: at once if they are paid in cash, otherwise when they are paid. Until then they are held, and
 * the order stands as it was.
 */
export async function addMoreBoxes(
  deps: TelephoneDependencies,
  orderId: string,
  asked: MoreBoxes,
  person: string,
): Promise<Result<Order>> {
  const added = await deps.db.transaction().execute((trx) => addIn(trx, deps, orderId, asked, person));
  if (added.ok) deps.wakeOutbox();
  return added;
}

async function addIn(
  trx: Transaction<Database>,
  deps: TelephoneDependencies,
  orderId: string,
  { id, boxes, way, version }: MoreBoxes,
  person: string,
): Promise<Result<Order>> {
  const order = await findOrder(trx, orderId);
  if (!order) return refuse({ code: 'order_not_found' });
  const isKnown = order.furtherPayments.some((each) => each.id === id) || (await findAttempt(trx, id));
  if (isKnown) return { ok: true, value: order };
  if (order.version !== version) return refuse({ code: 'order_changed_meanwhile' });
  const now = deps.clock();
  const priced = priceMoreBoxes(deps, order, boxes, now);
  if (!priced.ok) return priced;
  const week = deps.getCatalogue().weeks.find((each) => each.id === order.week);
  const shortage = week && (await findShortage(trx, week, boxes, now));
  if (shortage) return refuse(shortage);
  const { unitPrice, total } = priced.value;
  const settings = deps.getMailSettings();
  if (way === 'cash') {
    const change = { actor: 'admin', person, now } as const;
    const paid = { id, method: way, paymentIntentId: null, boxes, paidPence: total };
    const after = await addBoxes(trx, order, paid, { pricePence: total, fits: true, change });
    await enqueueChangeMails(trx, { before: order, after, actor: 'admin', now }, settings);
    return { ok: true, value: after };
  }
  const details = pickDetails(order);
  const { mode } = deps;
  const attempt = makeFarmAttempt({
    id,
    quantity: boxes,
    unitPrice,
    details,
    way,
    mode,
    person,
    now,
    addsTo: order.id,
  });
  await insertAttempt(trx, attempt);
  await enqueuePaymentRequest(trx, { attempt, order }, settings, now);
  return { ok: true, value: order };
}
