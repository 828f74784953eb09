import type { Transaction } from 'kysely';
import { isConfirmable } from '#domain/orders/order-flags.ts';
import type { Database } from '../db/schema.ts';
import type { ChangedOrder, OrderMails } from '../orders/change-order.ts';
import type { Order } from '../orders/orders-repository.ts';
import { findRefundRequest } from '../orders/refund/start-refund.ts';
import {
  isNewsForBuyer,
  writeBuyerChangeNotice,
  writeChangeTemplate,
  writeRefundTemplate,
} from './change-templates.ts';
import { CARD_NOTICE } from './farm-mails.ts';
import { findConfirmation } from './mail-list-repository.ts';
import type { MailSettings } from './mail-settings.ts';
import { ORDER_NUMBER, writeOrderConfirmation, writeOrderNotification } from './order-templates.ts';
import { dropUnsentMail, enqueueMail, findMailsAbout, mayHaveBeenSent } from './outbox-repository.ts';
import { enqueueParcelMails } from './parcel-mails.ts';

/** The mails of the shop. @param getSettings read again for each mail */
export function createOrderMails(getSettings: () => MailSettings): OrderMails {
  return {
    /**
     * The confirmation to the buyer and the notification to the farm. A flagged order is not confirmed until a person has
     * looked at it and this is called again without the flag. If only its week is no longer available, the confirmation
     * says so.
     */
    async confirm(trx, order, now) {
      if (isConfirmable(order.flags)) await enqueueConfirmation(trx, order, getSettings(), now);
      const settings = getSettings();
      // Cash and transfers are written down by somebody at the farm, who need not be told.
      if (order.paymentMethod !== 'card' || settings.sale?.farmMails === 'morning') return;
      const { id: subjectId, customerEmail: address } = order;
      const template = writeOrderNotification(order, settings.farm);
      await enqueueMail(trx, { kind: 'order_notification', subjectId, address, template }, settings, now);
    },
    change: (trx, changed) => enqueueChangeMails(trx, changed, getSettings()),
    /** To the buyer, once each time the refunded sum has grown. */
    async refund(trx, order, refund, now) {
      const settings = getSettings();
      // Whoever is the first to record the refund: its request, the webhook, or the daily comparison.
      const request = await findRefundRequest(trx, order.id);
      const mail = {
        kind: 'refund' as const,
        subjectId: `${order.id}/${order.refundedPence + order.refundFailedPence}`,
        address: order.customerEmail,
        template: writeRefundTemplate(order, refund, settings.farm, request?.note),
      };
      await enqueueMail(trx, mail, settings, now);
    },
    async warnOfCards(trx, name, now) {
      const mail = { kind: 'service_notice', subjectId: name, address: null, template: CARD_NOTICE } as const;
      await enqueueMail(trx, mail, getSettings(), now);
    },
  };
}

/** Queues the confirmation, once per order. Nothing if the order has no e-mail address. */
export async function enqueueConfirmation(
  trx: Transaction<Database>,
  order: Order,
  settings: MailSettings,
  now: Date,
): Promise<void> {
  const { id: subjectId, customerEmail: address } = order;
  const template = writeOrderConfirmation(order, settings);
  await enqueueMail(trx, { kind: 'order_confirmation', subjectId, address, template }, settings, now);
}

/**
 * Queues the mails about a change: to the buyer about a parcel on its way, which says where it goes, or else about
 * another week or address, or a cancellation; to the farm about what the buyer has done. Call it in the change's
 * transaction.
 */
async function enqueueChangeMails(
  trx: Transaction<Database>,
  changed: ChangedOrder,
  settings: MailSettings,
): Promise<void> {
  const { after, actor, person, now } = changed;
  if ((await enqueueParcelMails(trx, changed, settings)) || !isNewsForBuyer(changed)) return;
  if (await isFirstConfirmation(trx, changed)) return enqueueConfirmation(trx, after, settings, now);
  const { versions, told } = actor === 'admin' ? await takeUnsent(trx, after.id) : { versions: [], told: [] };
  const subjectId = `${after.id}/${[...versions, after.version].join()}`;
  const about = { subjectId, address: after.customerEmail };
  const template = writeChangeTemplate(changed, settings, told);
  await enqueueMail(trx, { kind: 'order_change', ...about, template, person }, settings, now);
  if (actor === 'admin' || settings.sale?.farmMails === 'morning') return;
  const notice = writeBuyerChangeNotice(changed, settings.farm);
  await enqueueMail(trx, { kind: 'buyer_change', ...about, template: notice }, settings, now);
}

/**
 * Takes the mail about an order's last change that still waits, so that one mail tells both.
 * @returns the versions that it is about, and its paragraphs before the order as it was
 */
async function takeUnsent(trx: Transaction<Database>, orderId: string) {
  const mails = await findMailsAbout(trx, 'order_change', orderId);
  const isCopy = (subjectId: string) => subjectId.split('/').length > 2;
  const unsent = mails.find(
    (mail) => !mayHaveBeenSent(mail) && mail.state === 'waiting' && !isCopy(mail.subjectId),
  );
  if (!unsent) return { versions: [], told: [] };
  await dropUnsentMail(trx, 'order_change', unsent.subjectId);
  const [, ...paragraphs] = unsent.textBody.split(`\n\n${ORDER_NUMBER}: `)[0]?.split('\n\n') ?? [];
  return { versions: [unsent.subjectId.slice(orderId.length + 1)], told: paragraphs };
}

/** The subject of the mail about a change alone. @param order after it */
export function nameChangeMail({ id, version }: Pick<Order, 'id' | 'version'>): string {
  return `${id}/${version}`;
}

/** Whether the mail of a subject tells a change, alone or with those before it. @param order after it */
export function tellsChange(subjectId: string, { id, version }: Pick<Order, 'id' | 'version'>): boolean {
  const [about, versions = '', copy] = subjectId.split('/');
  return about === id && copy === undefined && versions.split(',').includes(String(version));
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
