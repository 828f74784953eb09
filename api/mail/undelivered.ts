import type { Kysely } from 'kysely';
import type { UndeliveredMails } from '#domain/orders/order-list.ts';
import type { Database, MailKind } from '../db/schema.ts';
import { explainFailure } from './explain-failure.ts';
import { countUnsentMails, findFailedMailsOf } from './mail-list-repository.ts';

/** The mails about an order that go to its buyer. */
const TO_BUYERS: Partial<Record<MailKind, string>> = {
  order_confirmation: 'The confirmation',
  tracking: 'The e-mail with the tracking number',
  refund: 'The e-mail about the refund',
  order_change: 'The e-mail about the change',
  payment_request: 'The request to pay',
};
const KINDS = Object.keys(TO_BUYERS) as MailKind[];

/** For the list of orders: which of these orders' mails did not reach their buyers, and how many failed in all. */
export async function readUndelivered(
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<UndeliveredMails> {
  const failed = await findFailedMailsOf(db, orderIds, KINDS);
  const undelivered = failed.map(({ id, orderId, kind, lastError }) => ({
    mailId: id,
    orderId,
    message: `${TO_BUYERS[kind]} did not arrive: ${beginSmall(explainFailure(lastError ?? ''))}`,
  }));
  return { undelivered, failedMails: await countUnsentMails(db, 'failed') };
}

function beginSmall(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
