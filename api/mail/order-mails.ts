import type { Selectable, Transaction } from 'kysely';
import type { Database, OrdersTable } from '../db/schema.ts';
import { isConfirmable } from '../orders/flags.ts';
import type { MailSettings } from './mail-settings.ts';
import { writeOrderConfirmation, writeOrderNotification, writeTrackingLetter } from './order-letters.ts';
import { enqueueMail } from './outbox-repository.ts';
import { writeRefundLetter } from './refund-letter.ts';

/**
 * Puts the confirmation to the buyer and the notification to the farm into the outbox, once for each order. A flagged
 * order is confirmed to nobody before a person has looked at it; called again without the flag, it is. Where only its
 * week has gone, the confirmation says so. To be called
 * in the transaction that records the payment as succeeded; wake the outbox after its commit.
 */
export async function enqueueOrderMails(
  trx: Transaction<Database>,
  order: Selectable<OrdersTable>,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  if (order.customer_email !== null && isConfirmable(order.flag)) {
    const confirmation = {
      kind: 'order_confirmation' as const,
      subjectId: order.id,
      recipient: order.customer_email,
      replyTo: settings.farmInbox,
      letter: writeOrderConfirmation(order, settings.farm),
    };
    await enqueueMail(trx, confirmation, settings, now);
  }
  const notification = {
    kind: 'order_notification' as const,
    subjectId: order.id,
    recipient: settings.farmInbox,
    replyTo: order.customer_email,
    letter: writeOrderNotification(order),
  };
  await enqueueMail(trx, notification, settings, now);
}

/**
 * Puts the tracking mail to the buyer into the outbox, once for each number of an order; nothing where the order has no
 * tracking number or no e-mail address. To be called in the transaction that records the number.
 */
export async function enqueueTrackingMail(
  trx: Transaction<Database>,
  order: Selectable<OrdersTable>,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  if (order.customer_email === null || order.tracking_number === null) return;
  const mail = {
    kind: 'tracking' as const,
    subjectId: `${order.id}/${order.tracking_number}`,
    recipient: order.customer_email,
    replyTo: settings.farmInbox,
    letter: writeTrackingLetter(order, order.tracking_number, settings.farm),
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
  order: Selectable<OrdersTable>,
  pence: number,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  if (order.customer_email === null) return;
  const everRefunded = order.refunded_pence + order.refund_failed_pence;
  const mail = {
    kind: 'refund' as const,
    subjectId: `${order.id}/${everRefunded}`,
    recipient: order.customer_email,
    replyTo: settings.farmInbox,
    letter: writeRefundLetter(order, pence, settings.farm),
  };
  await enqueueMail(trx, mail, settings, now);
}
