import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, OutboxTable } from '../db/schema.ts';
import type { Attempt } from '../orders/attempts-repository.ts';
import { type Order, readOrderRow, selectOrders } from '../orders/orders-repository.ts';

type Db = Kysely<Database>;

/** Comparable, however it was typed. */
export function tidyEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Compares e-mail addresses without case. */
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
