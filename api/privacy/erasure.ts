import type { Kysely, Transaction } from 'kysely';
import { MESSAGE_MAILS } from '#domain/mails.ts';
import { mapDeliveryFields } from '#domain/orders/order-fields.ts';
import { DAYS } from '#domain/retention-periods.ts';
import type { Database } from '../db/schema.ts';
import { subjectOfMail } from '../mail/mail-list-repository.ts';
import { changeOrder } from '../orders/change-order.ts';
import type { Order } from '../orders/orders-repository.ts';
import {
  findPersonsAttempts,
  findPersonsMails,
  findPersonsMessages,
  findPersonsOrders,
  tidyEmail,
} from './person.ts';

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
  // The farm's own words to the buyer.
  await trx.updateTable('refundRequests').set({ note: '' }).where('orderId', '=', order.id).execute();
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

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Erases a person's data: messages, abandoned purchases and mails at once, finished orders once their buyer's bank can
 * no longer dispute the payment. Refuses while an order or payment of theirs is unfinished.
 */
export async function erasePerson(db: Kysely<Database>, email: string, now: Date) {
  const address = tidyEmail(email);
  return db.transaction().execute(async (trx) => {
    const orders = await findPersonsOrders(trx, address);
    const attempts = await findPersonsAttempts(trx, address);
    const unfinished = orders.filter(isUnderWay).map((order) => order.orderNumber);
    if (unfinished.length > 0) {
      const reason = `${unfinished.join(', ')} is not finished: deliver, cancel or settle it first.`;
      return { ok: false, reason } as const;
    }
    if (attempts.some(({ state }) => state === 'open')) {
      const reason = 'A payment of theirs can still be made: it closes by itself within two days.';
      return { ok: false, reason } as const;
    }
    const isKept = (order: Order) => keptUntil(order) > now;
    for (const order of orders.filter((each) => !isKept(each))) {
      await eraseOrder(trx, order, 'Erased as its buyer asked.', now);
    }
    const messages = await findPersonsMessages(trx, address);
    await deleteMessages(trx, idsOf(messages));
    // Attempts with orders are erased, or kept, with those.
    const { numDeletedRows } = await trx
      .deleteFrom('orderAttempts')
      .where('id', 'in', idsOf(attempts))
      .where('id', 'not in', (eb) => eb.selectFrom('orders').select('attemptId'))
      .executeTakeFirst();
    const kept = orders.filter(isKept);
    const mails = (await findPersonsMails(trx, address)).filter(
      ({ subjectId: subject }) => !kept.some(({ id }) => subject === id || subject.startsWith(`${id}/`)),
    );
    await trx.updateTable('outbox').set(NO_WORDS).where('id', 'in', idsOf(mails)).execute();
    return {
      ok: true as const,
      messages: messages.length,
      attempts: Number(numDeletedRows),
      mails: mails.length,
      /** The numbers of the orders that no longer contain the person. */
      erased: orders.filter((each) => !isKept(each)).map((order) => order.orderNumber),
      /** Orders that are kept for now, and the day when they can be erased. */
      kept: kept.map((order) => ({
        orderNumber: order.orderNumber,
        until: keptUntil(order).toISOString().slice(0, 10),
      })),
    };
  });
}

function isUnderWay({ status, paymentStatus, paymentMethod, dispute }: Order): boolean {
  const isDone = status === 'delivered' || status === 'cancelled';
  const isAtStripe = paymentMethod === 'card' && paymentStatus === 'processing';
  return !isDone || isAtStripe || dispute === 'open';
}

function keptUntil({ createdAt }: Order): Date {
  return new Date(Date.parse(createdAt) + DAYS.disputes * DAY_MS);
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
