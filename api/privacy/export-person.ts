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

/** All data about one person, with the tables' column names, for a subject access request. */
export async function exportPerson(db: Kysely<Database>, email: string, now: Date) {
  const address = tidyEmail(email);
  const orders = [];
  for (const order of await findPersonsOrders(db, address)) {
    // The names of the farm's people are their personal data.
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
