import { sql, type Transaction } from 'kysely';
import { MESSAGE_MAILS } from '#domain/mails.ts';
import { mapDeliveryFields } from '#domain/orders/order-fields.ts';
import { placeIn } from '../db/dialect/dialect.ts';
import type { Database } from '../db/schema.ts';
import { changeOrder } from '../orders/change-order.ts';
import type { Order } from '../orders/orders-repository.ts';
import { findPersonsMails } from './person-repository.ts';

/** The columns that identify a person. The week does not. */
const NO_PERSON = mapDeliveryFields(() => null);

/** Empties a mail, but keeps its state, so that it is not sent again. */
export const NO_WORDS = {
  recipient: '',
  replyTo: null,
  subject: '',
  textBody: '',
  htmlBody: '',
  lastError: null,
} as const;

/** What a mail is about: the first segment of its subject. Copies have a second one. */
export const subjectOfMail = sql<string>`substr(subject_id, 1, ${placeIn(sql`subject_id || '/'`, sql`'/'`)} - 1)`;

/**
 * Removes the person from an order, its attempt, history and mails. Numbers, amounts, days and states stay for the
 * accounts.
 * @param reason for the order's history
 */
export async function eraseOrder(
  trx: Transaction<Database>,
  order: Order,
  reason: string,
  now: Date,
): Promise<void> {
  // Earlier reasons in its history may mention the buyer.
  await trx.updateTable('orderEvents').set({ reason: null }).where('orderId', '=', order.id).execute();
  await changeOrder(
    trx,
    order,
    { ...NO_PERSON, parcels: [], labelProblem: null, internalNote: null },
    { actor: 'admin', reason, now },
  );
  await trx
    .updateTable('orderEvents')
    .set({ before: null, after: null })
    .where('orderId', '=', order.id)
    .where('kind', 'in', ['address', 'tracking'])
    .execute();
  await trx.updateTable('orderAttempts').set(NO_PERSON).where('id', '=', order.attemptId).execute();
  // Carriers often quote the address.
  await trx.updateTable('labels').set({ lastError: null }).where('orderId', '=', order.id).execute();
  await trx.updateTable('outbox').set(NO_WORDS).where('subjectId', '=', order.id).execute();
  // Other subjects contain more than the order, such as a tracking number.
  await trx.deleteFrom('outbox').where('subjectId', 'like', `${order.id}/%`).execute();
}

/** Deletes messages with their answers, and the mails that contain them. */
export async function deleteMessages(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('outbox').where('kind', 'in', MESSAGE_MAILS).where(subjectOfMail, 'in', ids).execute();
  await trx.deleteFrom('messages').where('id', 'in', ids).execute();
}

/** Attempts with orders are erased, or kept, with those. */
export async function eraseAttempts(trx: Transaction<Database>, ids: string[]): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('orderAttempts')
    .where('id', 'in', ids)
    .where('id', 'not in', (eb) => eb.selectFrom('orders').select('attemptId'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function eraseMails(trx: Transaction<Database>, email: string, kept: Order[]): Promise<number> {
  const mails = (await findPersonsMails(trx, email)).filter(
    ({ subjectId: subject }) => !kept.some(({ id }) => subject === id || subject.startsWith(`${id}/`)),
  );
  const ids = mails.map(({ id }) => id);
  await trx.updateTable('outbox').set(NO_WORDS).where('id', 'in', ids).execute();
  return ids.length;
}
