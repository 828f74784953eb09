import type { Transaction } from 'kysely';
import type { Person } from '#domain/people.ts';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/result.ts';
import { enqueueOrderMails } from '../mail/order-mails.ts';
import { findAttempt } from '../orders/attempts-repository.ts';
import { changeOrder, notePayment } from '../orders/change-order.ts';
import { renewFlags } from '../orders/flags.ts';
import { findOrderByAttempt, type Order } from '../orders/orders-repository.ts';
import { decideProgress } from '../orders/reported-changes.ts';
import type { Shop } from '../shop.ts';

/**
 * Records that an order's bank transfer has arrived. A second call changes nothing.
 * @param attemptId of the order
 */
export async function receiveMoney(shop: Shop, attemptId: string, person: Person): Promise<Result<Order>> {
  const received = await shop.db.transaction().execute((trx) => receiveIn(trx, shop, attemptId, person));
  if (received.ok) shop.wakeOutbox();
  return received;
}

async function receiveIn(
  trx: Transaction<Database>,
  shop: Shop,
  attemptId: string,
  person: Person,
): Promise<Result<Order>> {
  const attempt = await findAttempt(trx, attemptId);
  const known = await findOrderByAttempt(trx, attemptId);
  if (attempt?.paymentMethod !== 'bank' || !known) return refuse({ code: 'order_not_found' });
  const progress = decideProgress(known, 'succeeded');
  if (progress === null) return { ok: true, value: known };
  const now = shop.clock();
  const by = { actor: 'admin', person, now } as const;
  await notePayment(trx, known.id, { method: 'bank', pence: known.totalPence }, by);
  const flags = renewFlags(known.flags, { ...known, ...progress });
  const order = await changeOrder(trx, known, { ...progress, flags }, by);
  if (order.status !== 'cancelled') await enqueueOrderMails(trx, order, shop.getMailSettings(), now);
  return { ok: true, value: order };
}
