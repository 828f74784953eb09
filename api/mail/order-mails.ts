import type { Transaction } from 'kysely';
import { isConfirmable } from '#domain/orders/order-flags.ts';
import type { Database } from '../db/schema.ts';
import type { ChangedOrder } from '../orders/change-order.ts';
import type { Order } from '../orders/orders-repository.ts';
import type { NewRefund } from '../orders/refunded-boxes.ts';
import { findRefundNote } from '../orders/week-jobs-repository.ts';
import {
  isNewsForBuyer,
  writeBuyerChangeNotice,
  writeChangeTemplate,
  writeRefundTemplate,
} from './change-templates.ts';
import { findConfirmation } from './mail-list-repository.ts';
import type { MailSettings } from './mail-settings.ts';
import { writeOrderConfirmation, writeOrderNotification } from './order-templates.ts';
import { enqueueMail, enqueueMails, type NewMail } from './outbox-repository.ts';
import { enqueueParcelMails, findDelay } from './parcel-mails.ts';

/**
 * Queues the confirmation to the buyer and the notification to the farm, once per order. A flagged order is not
 * confirmed until a person has looked at it and this is called again without the flag. If only its week is no longer
 * available, the confirmation says so. Call it in the transaction that records the payment as succeeded, and wake the
 * outbox after the commit.
 */
export async function enqueueOrderMails(
  trx: Transaction<Database>,
  order: Order,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  const notification = {
    kind: 'order_notification' as const,
    subjectId: order.id,
    recipient: settings.farmInbox,
    replyTo: order.customerEmail,
    template: writeOrderNotification(order),
  };
  const confirmation = isConfirmable(order.flags) ? writeConfirmation(order, settings) : [];
  await enqueueMails(trx, [...confirmation, notification], settings, now);
}

/** Queues the confirmation, once per order. Nothing if the order has no e-mail address. */
export async function enqueueConfirmation(
  trx: Transaction<Database>,
  order: Order,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  for (const mail of writeConfirmation(order, settings)) await enqueueMail(trx, mail, settings, now);
}

function writeConfirmation(order: Order, settings: MailSettings): NewMail[] {
  if (order.customerEmail === null) return [];
  const confirmation = {
    kind: 'order_confirmation' as const,
    subjectId: order.id,
    recipient: order.customerEmail,
    replyTo: settings.farmInbox,
    template: writeOrderConfirmation(order, settings),
  };
  return [confirmation];
}

/**
 * Queues the mails about a change: to the buyer about a parcel on its way, another week or address, or a cancellation; to the farm about what the buyer has done. Call it in the change's transaction.
 */
export async function enqueueChangeMails(
  trx: Transaction<Database>,
  changed: ChangedOrder,
  settings: MailSettings,
): Promise<void> {
  const { after, actor, now } = changed;
  await enqueueParcelMails(trx, changed, settings);
  if (!isNewsForBuyer(changed)) return;
  if (await isFirstConfirmation(trx, changed)) return enqueueConfirmation(trx, after, settings, now);
  const subjectId = nameChangeMail(after);
  if (after.customerEmail !== null) {
    const mail = {
      kind: 'order_change' as const,
      subjectId,
      recipient: after.customerEmail,
      replyTo: settings.farmInbox,
      template: writeChangeTemplate(changed, settings),
      delayMs: findDelay(changed),
    };
    await enqueueMail(trx, mail, settings, now);
  }
  if (actor === 'admin') return;
  const notice = {
    kind: 'buyer_change' as const,
    subjectId,
    recipient: settings.farmInbox,
    replyTo: after.customerEmail,
    template: writeBuyerChangeNotice(changed),
  };
  await enqueueMail(trx, notice, settings, now);
}

/** The subject of the mail about a change. @param order after it */
export function nameChangeMail({ id, version }: Pick<Order, 'id' | 'version'>): string {
  return `${id}/${version}`;
}

/** Whether the farm has filled in what the confirmation was waiting for. It says all that the change would say. */
async function isFirstConfirmation(
  trx: Transaction<Database>,
  { before, after, actor }: ChangedOrder,
): Promise<boolean> {
  if (actor !== 'admin' || after.paymentStatus !== 'succeeded' || after.status !== 'processing') return false;
  if (isConfirmable(before.flags) || !isConfirmable(after.flags)) return false;
  return (await findConfirmation(trx, after.id)) === undefined;
}

/**
 * Queues the refund mail to the buyer, once each time the refunded sum has grown. Nothing if the order has no e-mail
 * address. Call it in the transaction that records the refund.
 * @param order after the refund
 */
export async function enqueueRefundMail(
  trx: Transaction<Database>,
  order: Order,
  refund: NewRefund,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  if (order.customerEmail === null) return;
  const note = await findRefundNote(trx, order.id);
  const everRefunded = order.refundedPence + order.refundFailedPence;
  const mail = {
    kind: 'refund' as const,
    subjectId: `${order.id}/${everRefunded}`,
    recipient: order.customerEmail,
    replyTo: settings.farmInbox,
    template: writeRefundTemplate(order, refund, settings.farm, note),
  };
  await enqueueMail(trx, mail, settings, now);
}
