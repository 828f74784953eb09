import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/result.ts';
import { enqueueChangeMails, enqueueOrderMails } from '../mail/order-mails.ts';
import { type Attempt, findAttempt, updateAttempt } from '../orders/attempts-repository.ts';
import { changeOrder, notePayment } from '../orders/change-order.ts';
import { renewFlags } from '../orders/flags.ts';
import { findOrder, findOrderByAttempt, type Order } from '../orders/orders-repository.ts';
import { addBoxes } from '../orders/record-addition.ts';
import { decideProgress } from '../orders/reported-changes.ts';
import { hasRoom } from '../orders/reservations.ts';
import type { TelephoneDependencies } from './take-order.ts';

/**
 * Records that a bank transfer has arrived: for an order, or for boxes that are added to one. A second call changes
 * nothing.
 * @param attemptId of the order, or of the boxes
 */
export async function receiveMoney(
  deps: TelephoneDependencies,
  attemptId: string,
  person: string,
): Promise<Result<Order>> {
  const received = await deps.db.transaction().execute(async (trx): Promise<Result<Order>> => {
    const attempt = await findAttempt(trx, attemptId);
    if (attempt?.paymentMethod !== 'bank') return refuse({ code: 'order_not_found' });
    return attempt.addsTo === null
      ? receiveForOrder(trx, deps, attempt, person)
      : receiveForBoxes(trx, deps, attempt, attempt.addsTo, person);
  });
  if (received.ok) deps.wakeOutbox();
  return received;
}

async function receiveForOrder(
  trx: Transaction<Database>,
  deps: TelephoneDependencies,
  attempt: Attempt,
  person: string,
): Promise<Result<Order>> {
  const known = await findOrderByAttempt(trx, attempt.id);
  if (!known) return refuse({ code: 'order_not_found' });
  const progress = decideProgress(known, 'succeeded');
  if (progress === null) return { ok: true, value: known };
  const now = deps.clock();
  const by = { actor: 'admin', person, now } as const;
  await notePayment(trx, known.id, { method: 'bank', pence: known.totalPence }, by);
  const flags = renewFlags(known.flags, { ...known, ...progress });
  const order = await changeOrder(trx, known, { ...progress, flags }, by);
  if (order.status !== 'cancelled') await enqueueOrderMails(trx, order, deps.getMailSettings(), now);
  return { ok: true, value: order };
}

async function receiveForBoxes(
  trx: Transaction<Database>,
  deps: TelephoneDependencies,
  attempt: Attempt,
  orderId: string,
  person: string,
): Promise<Result<Order>> {
  const known = await findOrder(trx, orderId);
  if (!known) return refuse({ code: 'order_not_found' });
  if (known.furtherPayments.some(({ id }) => id === attempt.id)) return { ok: true, value: known };
  const now = deps.clock();
  const place = { attempt, week: known.week, quantity: attempt.quantity };
  const fits = await hasRoom(trx, place, deps.getCatalogue().weeks, now);
  await updateAttempt(trx, attempt.id, { state: 'settled', updatedAt: now.toISOString() });
  const paid = {
    id: attempt.id,
    method: 'bank',
    paymentIntentId: null,
    boxes: attempt.quantity,
    paidPence: attempt.totalPence,
  } as const;
  const change = { actor: 'admin', person, now } as const;
  const after = await addBoxes(trx, known, paid, { pricePence: attempt.totalPence, fits, change });
  await enqueueChangeMails(trx, { before: known, after, actor: 'admin', now }, deps.getMailSettings());
  return { ok: true, value: after };
}
