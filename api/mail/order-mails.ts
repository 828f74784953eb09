import type { Selectable, Transaction } from 'kysely';
import type { Database, OrdersTable } from '../db/schema.ts';
import type { ChangedOrder } from '../orders/change-order.ts';
import { isConfirmable } from '../orders/flags.ts';
import { isNewsForBuyer, writeBuyerChangeNotice, writeChangeLetter } from './change-letters.ts';
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
      letter: writeOrderConfirmation(order, settings),
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
 * Puts what a change asks for into the outbox: the new tracking number, and the news of another week or address or of
 * a cancellation, to the buyer; and what the buyer has done, to the farm. To be called in the transaction of the change.
 */
export async function enqueueChangeMails(
  trx: Transaction<Database>,
  changed: ChangedOrder,
  settings: MailSettings,
): Promise<void> {
  const { before, after, actor, now } = changed;
  if (after.tracking_number !== before.tracking_number) await enqueueTrackingMail(trx, after, settings, now);
  if (!isNewsForBuyer(changed)) return;
  const subjectId = `${after.id}/${after.version}`;
  if (after.customer_email !== null) {
    const mail = {
      kind: 'order_change' as const,
      subjectId,
      recipient: after.customer_email,
      replyTo: settings.farmInbox,
      letter: writeChangeLetter(changed, settings.farm),
    };
    await enqueueMail(trx, mail, settings, now);
  }
  if (actor !== 'buyer') return;
  const notice = {
    kind: 'buyer_change' as const,
    subjectId,
    recipient: settings.farmInbox,
    replyTo: after.customer_email,
    letter: writeBuyerChangeNotice(changed),
  };
  await enqueueMail(trx, notice, settings, now);
}

/** Once for each number of an order; nothing where the order has no tracking number or no e-mail address. */
async function enqueueTrackingMail(
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
