import type { Transaction } from 'kysely';
import type { Pence } from '#domain/money.ts';
import type { Database } from '../db/schema.ts';
import type { ChangedOrder } from '../orders/change-order.ts';
import { isConfirmable } from '../orders/flags.ts';
import type { Order } from '../orders/orders-repository.ts';
import { findRefundNote } from '../orders/week-jobs-repository.ts';
import {
  isNewsForBuyer,
  writeBuyerChangeNotice,
  writeChangeTemplate,
  writeRefundTemplate,
} from './change-templates.ts';
import type { MailSettings } from './mail-settings.ts';
import { writeOrderConfirmation, writeOrderNotification, writeTrackingTemplate } from './order-templates.ts';
import { dropUnsentMail, enqueueMail } from './outbox-repository.ts';

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
 * Queues the mails about a change: to the buyer about a parcel on its way, another week or address, or a cancellation; to the farm about what the buyer has done. Call it in the change's transaction.
 */
export async function enqueueChangeMails(
  trx: Transaction<Database>,
  changed: ChangedOrder,
  settings: MailSettings,
): Promise<void> {
  const { after, actor, now } = changed;
  const isReplaced =
    isSentOtherwise(changed) && (await dropUnsentMail(trx, 'tracking', nameSentMail(changed.before)));
  if (isSentNow(changed) || (isReplaced && after.status === 'shipped')) {
    await enqueueSentMail(trx, changed, settings);
  }
  if (!isNewsForBuyer(changed)) return;
  const subjectId = nameChangeMail(after);
  if (after.customerEmail !== null) {
    const mail = {
      kind: 'order_change' as const,
      subjectId,
      recipient: after.customerEmail,
      replyTo: settings.farmInbox,
      template: writeChangeTemplate(changed, settings.farm),
      delayMs: findDelay(changed),
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

/** How long a mail about what a person has done waits, so that whoever takes it back at once has told nobody. */
const UNDO_MS = 90_000;

/** A carrier's number and a buyer's own change are no slip of a finger. */
function findDelay({ person }: ChangedOrder): number {
  return person === undefined ? 0 : UNDO_MS;
}

/** Whether what a waiting mail says about the parcel is no longer right. */
function isSentOtherwise({ before, after }: ChangedOrder): boolean {
  return after.status === 'processing' || after.trackingNumber !== before.trackingNumber;
}

/** Whether the buyer has not been told yet: the order has just been sent, or has another tracking number. */
function isSentNow({ before, after }: ChangedOrder): boolean {
  if (after.status === 'shipped' && before.status !== 'shipped') return true;
  return after.trackingNumber !== null && after.trackingNumber !== before.trackingNumber;
}

/** The subject of the mail about a parcel: once without a tracking number, and once with each. */
export function nameSentMail({ id, trackingNumber }: Pick<Order, 'id' | 'trackingNumber'>): string {
  return `${id}/${trackingNumber ?? 'sent'}`;
}

/** The subject of the mail about another change. @param order after it */
export function nameChangeMail({ id, version }: Pick<Order, 'id' | 'version'>): string {
  return `${id}/${version}`;
}

/** Nothing if the order has no e-mail address. */
async function enqueueSentMail(
  trx: Transaction<Database>,
  changed: ChangedOrder,
  settings: MailSettings,
): Promise<void> {
  const { after: order, now } = changed;
  const { customerEmail } = order;
  if (customerEmail === null) return;
  const mail = {
    kind: 'tracking' as const,
    subjectId: nameSentMail(order),
    recipient: customerEmail,
    replyTo: settings.farmInbox,
    template: writeTrackingTemplate(order, settings.farm),
    delayMs: findDelay(changed),
  };
  await enqueueMail(trx, mail, settings, now);
}

/**
 * Queues the refund mail to the buyer, once each time the refunded sum has grown. Nothing if the order has no e-mail
 * address. Call it in the transaction that records the refund.
 * @param order after the refund
 */
export async function enqueueRefundMail(
  trx: Transaction<Database>,
  order: Order,
  pence: Pence,
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
    template: writeRefundTemplate(order, pence, settings.farm, note),
  };
  await enqueueMail(trx, mail, settings, now);
}
