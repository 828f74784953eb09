import type { Insertable } from 'kysely';
import type { OpenDatabase } from '../../../api/db/open.ts';
import type { Database } from '../../../api/db/schema.ts';
import { makeOrder } from '../mail/made-up.ts';

/** In every field that could tell who somebody is. */
export const MARK = 'Quillfeather';
export const EMAIL = `Jane.${MARK}@Example.com`;

const PERSON = {
  customer_name: `Jane ${MARK}`,
  customer_email: EMAIL,
  customer_phone: `01632 960 214 ${MARK}`,
  shipping_address: `7 ${MARK} Lane`,
  shipping_city: MARK,
  shipping_postcode: `TA1 ${MARK}`,
  shipping_country: 'GB',
  special_instructions: `Ask for ${MARK}`,
};

export async function insertMarkedAttempt(
  { db }: OpenDatabase,
  changes: Partial<Insertable<Database['order_attempts']>> & { id: string },
): Promise<void> {
  const at = '2025-11-20T09:00:00.000Z';
  await db
    .insertInto('order_attempts')
    .values({
      kind: 'branch_box',
      state: 'settled',
      quantity: 2,
      unit_price_pence: 2735,
      total_pence: 5470,
      week: '2025-11-24',
      ...PERSON,
      created_at: at,
      updated_at: at,
      ...changes,
    })
    .execute();
}

/** A paid order with its attempt, a history that speaks of its buyer, and the mails about it. */
export async function insertMarkedOrder(
  database: OpenDatabase,
  id: string,
  changes: Partial<Insertable<Database['orders']>> = {},
): Promise<void> {
  const { db } = database;
  const created_at = changes.created_at ?? '2025-11-20T09:00:00.000Z';
  await insertMarkedAttempt(database, { id: `attempt-${id}`, created_at, updated_at: created_at });
  const order = makeOrder({
    ...PERSON,
    id,
    attempt_id: `attempt-${id}`,
    order_number: `BB-${id}`,
    payment_intent_id: `pi_${id}`,
    tracking_number: `${MARK}-GB`,
    label_problem: `Royal Mail: ${MARK} Lane is unknown`,
    status: 'delivered',
    created_at,
  });
  await db
    .insertInto('orders')
    .values({ ...order, ...changes })
    .execute();
  const label = {
    state: 'failed',
    identifier: null,
    attempts: 1,
    next_attempt_at: null,
    created_at,
  } as const;
  await db
    .insertInto('labels')
    .values({ order_id: id, last_error: `Royal Mail: ${MARK} Lane is unknown`, ...label })
    .execute();
  const event = {
    order_id: id,
    actor: 'buyer',
    before: MARK,
    after: MARK,
    reason: MARK,
    created_at,
  } as const;
  await db
    .insertInto('order_events')
    .values([
      { ...event, kind: 'address' },
      { ...event, kind: 'tracking' },
      { ...event, kind: 'status', before: 'shipped', after: 'delivered' },
    ])
    .execute();
  await insertMarkedMail(database, { id: `confirmation-${id}`, kind: 'order_confirmation', subject_id: id });
  await insertMarkedMail(database, {
    id: `notification-${id}`,
    kind: 'order_notification',
    subject_id: id,
    recipient: 'farm@example.com',
    reply_to: EMAIL,
  });
  await insertMarkedMail(database, {
    id: `tracking-${id}`,
    kind: 'tracking',
    subject_id: `${id}/${MARK}-GB`,
  });
}

export async function insertMarkedMail(
  { db }: OpenDatabase,
  changes: Partial<Insertable<Database['outbox']>> & { id: string },
): Promise<void> {
  const at = '2025-11-20T09:00:00.000Z';
  await db
    .insertInto('outbox')
    .values({
      kind: 'contact_message',
      subject_id: changes.id,
      recipient: EMAIL,
      reply_to: null,
      subject: `For ${MARK}`,
      text_body: MARK,
      html_body: MARK,
      mime_message_id: `<${changes.id}@example.com>`,
      state: 'sent',
      attempts: 1,
      next_attempt_at: at,
      last_error: null,
      created_at: at,
      sent_at: at,
      ...changes,
    })
    .execute();
}

export async function insertMarkedMessage(
  database: OpenDatabase,
  changes: Partial<Insertable<Database['messages']>> & { id: string },
  mail: 'sent' | 'waiting' = 'sent',
): Promise<void> {
  await database.db
    .insertInto('messages')
    .values({
      name: `Jane ${MARK}`,
      email: EMAIL,
      phone: null,
      subject: MARK,
      message: MARK,
      contact_preference: 'email',
      created_at: '2025-11-20T09:00:00.000Z',
      ...changes,
    })
    .execute();
  await insertMarkedMail(database, {
    id: `mail-${changes.id}`,
    subject_id: changes.id,
    recipient: 'farm@example.com',
    reply_to: EMAIL,
    state: mail,
  });
}

/** The rows of all tables in which the mark still stands. */
export function findMarks({ sqlite }: OpenDatabase): string[] {
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'kysely%'")
    .pluck()
    .all();
  return tables.flatMap((table) =>
    sqlite
      .prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`)
      .all()
      .filter((row) => JSON.stringify(row).toLowerCase().includes(MARK.toLowerCase()))
      .map((row) => `${table} ${row.id ?? row.order_id}`),
  );
}
