import { type Result, refuse } from '../http/result.ts';
import { findOrder } from '../orders/orders-repository.ts';
import type { Shop } from '../shop.ts';
import { copyMail, findConfirmation } from './mail-list-repository.ts';
import { enqueueConfirmation } from './order-mails.ts';
import { writeOrderConfirmation } from './order-templates.ts';
import { renderHtml, renderText } from './template.ts';

/**
 * Sends the confirmation of an order as it is now, to its present e-mail address. It replaces one that still waits, so
 * that pressing twice sends one mail.
 * @returns where it goes
 */
export async function sendConfirmation(
  { db, getMailSettings, clock, wakeOutbox }: Shop,
  orderId: string,
): Promise<Result<string>> {
  const settings = getMailSettings();
  const now = clock();
  const result = await db.transaction().execute(async (trx): Promise<Result<string>> => {
    const order = await findOrder(trx, orderId);
    if (!order) return refuse({ code: 'order_not_found' });
    const { customerEmail, paymentStatus, status } = order;
    if (customerEmail === null) return refuse({ code: 'not_confirmable', error: NO_ADDRESS });
    if (paymentStatus !== 'succeeded' || status === 'cancelled') return refuse({ code: 'not_confirmable' });
    const last = await findConfirmation(trx, orderId);
    if (last) {
      const template = writeOrderConfirmation(order, settings);
      const fresh = {
        ...last,
        replyTo: settings.farmInbox,
        subject: template.subject,
        textBody: renderText(template),
        htmlBody: renderHtml(template),
      };
      await copyMail(trx, fresh, customerEmail, settings, now);
    } else await enqueueConfirmation(trx, order, settings, now);
    return { ok: true, value: customerEmail };
  });
  wakeOutbox();
  return result;
}

const NO_ADDRESS = 'This order has no e-mail address. Please enter one first.';
