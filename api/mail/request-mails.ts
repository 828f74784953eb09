import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { deriveOrderId } from '../orders/order-identity.ts';
import type { MailSettings } from './mail-settings.ts';
import { enqueueMail } from './outbox-repository.ts';
import { type PaymentRequest, writePaymentRequest } from './request-templates.ts';

/**
 * Queues the mail that asks for a payment. Nothing if there is no e-mail address.
 * @param again when a person sends it again
 */
export async function enqueuePaymentRequest(
  trx: Transaction<Database>,
  request: PaymentRequest,
  settings: MailSettings,
  now: Date,
  again?: Date,
): Promise<void> {
  const { attempt, order } = request;
  const orderId = order?.id ?? deriveOrderId(attempt.id);
  const subjectId = `${orderId}/${attempt.id}${again ? `/${again.getTime()}` : ''}`;
  const mail = {
    kind: 'payment_request' as const,
    subjectId,
    address: order?.customerEmail ?? attempt.customerEmail,
    template: writePaymentRequest(request, settings.farm),
  };
  await enqueueMail(trx, mail, settings, now);
}
