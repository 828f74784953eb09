import type { Transaction } from 'kysely';
import type { Pence } from '#domain/money.ts';
import type { Database } from '../db/schema.ts';
import type { ChangedOrder } from '../orders/change-order.ts';
import { isConfirmable } from '../orders/flags.ts';
import type { Order } from '../orders/orders-repository.ts';
import {
  isNewsForBuyer,
  writeBuyerChangeNotice,
  writeChangeTemplate,
  writeRefundTemplate,
} from './change-templates.ts';
import type { MailSettings } from './mail-settings.ts';
import { writeOrderConfirmation, writeOrderNotification, writeTrackingTemplate } from './order-templates.ts';
import { enqueueMail } from './outbox-repository.ts';

/**
 * Puts the confirmation to the buyer and the notification to the farm into the outbox, once for each order. A flagged
 * order is confirmed to nobody before a person has looked at it; called again without the flag, it is. Where only its
 * week has gone, the confirmation says so. To be called
 * in the transaction that records the payment as succeeded; wake the outbox after its commit.
 */
export async function enqueueOrderMails(
  trx: Transaction<Database>,
  order: Order,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  if (order.customerEmail !== null && isConfirmable(order.flags)) {
    const confirmation = {
      kind: 'order_confirmation' as const,
      subjectId: order.id,
      recipient: order.customerEmail,
      replyTo: settings.farmInbox,
      template: writeOrderConfirmation(order, settings),
    };
    await enqueueMail(trx, confirmation, settings, now);
  }
  const notification = {
    kind: 'order_notification' as const,
    subjectId: order.id,
    recipient: settings.farmInbox,
    replyTo: order.customerEmail,
    template: writeOrderNotification(order),
  };
  await enqueueMail(trx, notification, settings, now);
}

/**
 * Puts what a change asks for into the outbox: the new tracking number, and the news of another week or address or of
 * a cancellation, to the buyer; and what the buyer has done, to the farm. To be called in the transaction of the change.
 */
export async function enqueueChangeMails(
  trx: Transaction<Database>,
  changed: ChangedOrder,
  settings: MailSettings,
): Promise<void> {
  const { before, after, actor, now } = changed;
  if (after.trackingNumber !== before.trackingNumber) await enqueueTrackingMail(trx, after, settings, now);
  if (!isNewsForBuyer(changed)) return;
  const subjectId = `${after.id}/${after.version}`;
  if (after.customerEmail !== null) {
    const mail = {
      kind: 'order_change' as const,
      subjectId,
      recipient: after.customerEmail,
      replyTo: settings.farmInbox,
      template: writeChangeTemplate(changed, settings.farm),
    };
    await enqueueMail(trx, mail, settings, now);
  }
  if (actor !== 'buyer') return;
  const notice = {
    kind: 'buyer_change' as const,
    subjectId,
    recipient: settings.farmInbox,
    replyTo: after.customerEmail,
    template: writeBuyerChangeNotice(changed),
  };
  await enqueueMail(trx, notice, settings, now);
}

/** Once for each number of an order; nothing where the order has no tracking number or no e-mail address. */
async function enqueueTrackingMail(
  trx: Transaction<Database>,
  order: Order,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  if (order.customerEmail === null || order.trackingNumber === null) return;
  const mail = {
    kind: 'tracking' as const,
    subjectId: `${order.id}/${order.trackingNumber}`,
    recipient: order.customerEmail,
    replyTo: settings.farmInbox,
    template: writeTrackingTemplate(order, order.trackingNumber, settings.farm),
  };
  await enqueueMail(trx, mail, settings, now);
}

/**
 * Puts the mail about a refund to the buyer into the outbox, once for each time that the refunded sum has grown; nothing
 * where the order has no e-mail address. To be called in the transaction that records the refund.
 * @param order as it is after the refund
 */
export async function enqueueRefundMail(
  trx: Transaction<Database>,
  order: Order,
  pence: Pence,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  if (order.customerEmail === null) return;
  const everRefunded = order.refundedPence + order.refundFailedPence;
  const mail = {
    kind: 'refund' as const,
    subjectId: `${order.id}/${everRefunded}`,
    recipient: order.customerEmail,
    replyTo: settings.farmInbox,
    template: writeRefundTemplate(order, pence, settings.farm),
  };
  await enqueueMail(trx, mail, settings, now);
}
