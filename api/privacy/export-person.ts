import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { findOrderEvents } from '../orders/orders-repository.ts';
import {
  findPersonsAttempts,
  findPersonsMails,
  findPersonsMessages,
  findPersonsOrders,
  tidyEmail,
} from './person-repository.ts';

/** Everything that is stored of one person, in the words of the tables: what they may ask to see. */
export async function exportPerson(db: Kysely<Database>, email: string, now: Date) {
  const address = tidyEmail(email);
  const orders = [];
  for (const order of await findPersonsOrders(db, address)) {
    // Who of the farm did it is somebody else's data.
    const history = (await findOrderEvents(db, order.id)).map(({ person: _, ...event }) => event);
    orders.push({ ...order, history });
  }
  return {
    email: address,
    exportedAt: now.toISOString(),
    orders,
    attempts: await findPersonsAttempts(db, address),
    messages: await findPersonsMessages(db, address),
    mails: await findPersonsMails(db, address),
  };
}
