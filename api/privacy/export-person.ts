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
    const history = (await findOrderEvents(db, order.id)).map(
      ({ person: _, personId: __, personNow: ___, ...event }) => event,
    );
    const { takenBy: _, takenById: __, ...own } = order;
    orders.push({ ...own, history });
  }
  const messages = [];
  // The words that it is searched by are its own.
  for (const { searchWords: _, ...message } of await findPersonsMessages(db, address)) {
    const answers = await db
      .selectFrom('messageAnswers')
      .select(['text', 'createdAt'])
      .where('messageId', '=', message.id)
      .orderBy('createdAt')
      .execute();
    messages.push({ ...message, answers });
  }
  return {
    email: address,
    exportedAt: now.toISOString(),
    orders,
    attempts: (await findPersonsAttempts(db, address)).map(
      ({ takenBy: _, takenById: __, ...attempt }) => attempt,
    ),
    messages,
    mails: await findPersonsMails(db, address),
  };
}
