import type { Kysely, Transaction } from 'kysely';
import { DAYS } from '#domain/retention-periods.ts';
import type { Database } from '../db/schema.ts';
import type { Order } from '../orders/orders-repository.ts';
import { deleteMessages, eraseAttempts, eraseMails, eraseOrder } from './erasure-repository.ts';
import {
  findPersonsAttempts,
  findPersonsMessages,
  findPersonsOrders,
  tidyEmail,
} from './person-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type Erasure =
  | {
      readonly ok: true;
      readonly messages: number;
      readonly attempts: number;
      readonly mails: number;
      /** The numbers of the orders that no longer contain the person. */
      readonly erased: readonly string[];
      /** Orders that are kept for now, and the day when they can be erased. */
      readonly kept: readonly { readonly orderNumber: string; readonly until: string }[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Erases a person's data: messages, abandoned purchases and mails at once, finished orders once their buyer's bank can
 * no longer dispute the payment. Refuses while an order or payment of theirs is unfinished.
 */
export async function erasePerson(db: Kysely<Database>, email: string, now: Date): Promise<Erasure> {
  const address = tidyEmail(email);
  return db.transaction().execute(async (trx) => {
    const orders = await findPersonsOrders(trx, address);
    const attempts = await findPersonsAttempts(trx, address);
    const unfinished = orders.filter(isUnderWay).map((order) => order.orderNumber);
    if (unfinished.length > 0) {
      return refuse(`${unfinished.join(', ')} is not finished: deliver, cancel or settle it first.`);
    }
    if (attempts.some(({ state }) => state === 'open')) {
      return refuse('A payment of theirs can still be made: it closes by itself within two days.');
    }
    const isKept = (order: Order) => keptUntil(order) > now;
    for (const order of orders.filter((each) => !isKept(each))) {
      await eraseOrder(trx, order, 'Erased as its buyer asked.', now);
    }
    const kept = orders.filter(isKept);
    return {
      ok: true,
      messages: await eraseMessages(trx, address),
      attempts: await eraseAttempts(
        trx,
        attempts.map(({ id }) => id),
      ),
      mails: await eraseMails(trx, address, kept),
      erased: orders.filter((each) => !isKept(each)).map((order) => order.orderNumber),
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

async function eraseMessages(trx: Transaction<Database>, email: string): Promise<number> {
  const ids = (await findPersonsMessages(trx, email)).map(({ id }) => id);
  await deleteMessages(trx, ids);
  return ids.length;
}

function refuse(reason: string): Erasure {
  return { ok: false, reason };
}
