import type { Kysely } from 'kysely';
import { MAIL_KINDS, readMailKind } from '#domain/mails.ts';
import type { UndeliveredMails } from '#domain/orders/order-list.ts';
import type { Database } from '../db/schema.ts';
import { explainFailure } from './explain-failure.ts';
import { countUnsentMails, findFailedMailsOf } from './mail-list-repository.ts';

const KINDS = MAIL_KINDS.filter((kind) => readMailKind(kind).undelivered !== undefined);

/** For the list of orders: which of these orders' mails did not reach their buyers, and how many failed in all. */
export async function readUndelivered(
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<UndeliveredMails> {
  const failed = await findFailedMailsOf(db, orderIds, KINDS);
  const undelivered = failed.map(({ id, orderId, kind, lastError }) => ({
    mailId: id,
    orderId,
    message: `${readMailKind(kind).undelivered} did not arrive: ${beginSmall(explainFailure(lastError ?? ''))}`,
  }));
  return { undelivered, failedMails: await countUnsentMails(db, 'failed') };
}

function beginSmall(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
