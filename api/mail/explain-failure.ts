import type { Kysely } from 'kysely';
import { MAIL_KINDS, readMailKind } from '#domain/mails.ts';
import type { UndeliveredMail } from '#domain/orders/order-list.ts';
import type { Database } from '../db/schema.ts';
import { findFailedMailsOf } from './mail-list-repository.ts';

/** The meaning of errors from mail servers and the network, the most specific first. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/Invalid login|EAUTH|\b53[0-8]\b/, 'The mail server didn’t accept our name or password.'],
  [/No recipients defined/, 'No e-mail can be sent to an address like that.'],
  [/Mail command failed: 5/, 'The mail server doesn’t let us send from our address.'],
  [
    /\b452\b|\b552\b|[45]\.2\.2|(mail|in)box (is )?full|quota/i,
    'The mailbox is full, or the e-mail is too large.',
  ],
  [/recipients were rejected: 5/, 'There seems to be no such mailbox. Usually the address is misspelt.'],
  [/: 5\d\d\b/, 'The mail server has refused the e-mail.'],
  [/: 4\d\d\b/, 'The mail server asked us to come again later.'],
  [/certificate|\bTLS\b|\bSSL\b/i, 'There was no safe connection to the mail server.'],
  [
    /ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|time(d )?out|closed|socket|Greeting|abort/i,
    'We couldn’t reach the mail server, or it broke the connection.',
  ],
];

/** Why a mail was not sent, for the farm. @param reason from the outbox */
export function explainFailure(reason: string): string {
  return MEANINGS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'Something went wrong on the way.';
}

/** The original reason without order keys, because spam filters quote URLs that they reject. */
export function quoteFailure(reason: string): string {
  return reason.replace(/\bkey=[^\s&"'<>]+/gi, 'key=…');
}

const KINDS = MAIL_KINDS.filter((kind) => readMailKind(kind).undelivered !== undefined);

/** For the list of orders: which of these orders' mails did not reach their buyers. */
export async function readUndelivered(
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<UndeliveredMail[]> {
  const failed = await findFailedMailsOf(db, orderIds, KINDS);
  return failed.map(({ id, orderId, kind, lastError }) => ({
    mailId: id,
    orderId,
    message: `${readMailKind(kind).undelivered} didn’t arrive: ${beginSmall(explainFailure(lastError ?? ''))}`,
  }));
}

function beginSmall(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
