import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, OutboxTable } from '../db/schema.ts';
import type { Attempt } from '../orders/attempts-repository.ts';
import { findOrderEvents, type Order, readOrderRow, selectOrders } from '../orders/orders-repository.ts';

type Db = Kysely<Database>;

/** Comparable, however it was typed. */
export function tidyEmail(email: string): string {
  return email.trim().toLowerCase();
}

function isEmail(column: string, email: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${sql.ref(column)}) = ${email}`;
}

export async function findPersonsOrders(db: Db, email: string): Promise<Order[]> {
  const rows = await selectOrders(db).where(isEmail('customerEmail', email)).orderBy('createdAt').execute();
  return rows.map(readOrderRow);
}

export function findPersonsAttempts(db: Db, email: string): Promise<Attempt[]> {
  return db
    .selectFrom('orderAttempts')
    .selectAll()
    .where(isEmail('customerEmail', email))
    .orderBy('createdAt')
    .execute();
}

export function findPersonsMessages(db: Db, email: string): Promise<Selectable<Database['messages']>[]> {
  return db.selectFrom('messages').selectAll().where(isEmail('email', email)).orderBy('createdAt').execute();
}

/** Mails to them, and mails to the farm about them. */
export function findPersonsMails(db: Db, email: string): Promise<Selectable<OutboxTable>[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where(({ or }) => or([isEmail('recipient', email), isEmail('replyTo', email)]))
    .orderBy('createdAt')
    .execute();
}

/** All data about one person, with the tables' column names, for a subject access request. */
export async function exportPerson(db: Kysely<Database>, email: string, now: Date) {
  const address = tidyEmail(email);
  const orders = [];
  for (const order of await findPersonsOrders(db, address)) {
    // The names of the farm's people are their personal data.
    const history = (await findOrderEvents(db, order.id)).map(
      ({ person: _, personId: __, personNow: ___, ...event }) => event,
    );
    const refunds = await db
      .selectFrom('refundRequests')
      .select(['amountPence', 'note', 'askedAt'])
      .where('orderId', '=', order.id)
      .orderBy('askedAt')
      .execute();
    const { takenBy: _, takenById: __, ...own } = order;
    orders.push({ ...own, history, refunds });
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
