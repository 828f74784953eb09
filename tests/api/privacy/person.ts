import type { Insertable } from 'kysely';
import { FOUNDER_ID } from '../../../api/admin/admin-repository.ts';
import type { OpenDatabase } from '../../../api/db/open.ts';
import type { Database } from '../../../api/db/schema.ts';
import { toPence } from '../../../src/domain/money.ts';
import { mapDeliveryFields } from '../../../src/domain/orders/order-fields.ts';
import { BOX_PENCE } from '../../support/sample-order.ts';
import { insertMail, makeOrder } from '../mail/made-up.ts';

/** In every field that could tell who somebody is. */
export const MARK = 'Quillfeather';
export const EMAIL = `Jane.${MARK}@Example.com`;

const PERSON = {
  ...mapDeliveryFields((name) => `${MARK} in ${name}`),
  customerEmail: EMAIL,
  shippingCountry: 'GB',
};

export async function insertMarkedAttempt(
  { db }: OpenDatabase,
  changes: Partial<Insertable<Database['orderAttempts']>> & { id: string },
): Promise<void> {
  const at = '2025-11-20T09:00:00.000Z';
  await db
    .insertInto('orderAttempts')
    .values({
      kind: 'branch_box',
      state: 'settled',
      quantity: 2,
      unitPricePence: toPence(BOX_PENCE),
      totalPence: toPence(2 * BOX_PENCE),
      week: '2025-11-24',
      ...PERSON,
      mode: 'sandbox',
      createdAt: at,
      updatedAt: at,
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
  const createdAt = changes.createdAt ?? '2025-11-20T09:00:00.000Z';
  await insertMarkedAttempt(database, { id: `attempt-${id}`, createdAt, updatedAt: createdAt });
  const {
    flags: _,
    parcels: __,
    ...order
  } = makeOrder({
    ...PERSON,
    id,
    attemptId: `attempt-${id}`,
    orderNumber: `BB-${id}`,
    paymentIntentId: `pi_${id}`,
    internalNote: `${MARK} rang on Tuesday`,
    labelProblem: `Royal Mail: ${MARK} Lane is unknown`,
    status: 'delivered',
    createdAt,
  });
  await db
    .insertInto('orders')
    .values({ ...order, ...changes })
    .execute();
  const parcel = { orderId: id, position: 1, trackingNumber: `${MARK}-GB`, sentAt: createdAt };
  await db.insertInto('parcels').values(parcel).execute();
  const label = { state: 'failed', identifier: null, attempts: 1, nextAttemptAt: null, createdAt } as const;
  await db
    .insertInto('labels')
    .values({ orderId: id, lastError: `Royal Mail: ${MARK} Lane is unknown`, ...label })
    .execute();
  const event = { orderId: id, actor: 'buyer', before: MARK, after: MARK, reason: MARK, createdAt } as const;
  await db
    .insertInto('orderEvents')
    .values([
      { ...event, kind: 'address' },
      { ...event, kind: 'tracking' },
      { ...event, kind: 'status', before: 'shipped', after: 'delivered' },
    ])
    .execute();
  const note = `Sorry about the branches, ${MARK}`;
  await db
    .insertInto('refundRequests')
    .values({
      orderId: id,
      id: `refund-${id}`,
      amountPence: toPence(100),
      isFinished: 1,
      note,
      askedAt: createdAt,
    })
    .execute();
  await insertMarkedMail(database, { id: `confirmation-${id}`, kind: 'order_confirmation', subjectId: id });
  await insertMarkedMail(database, {
    id: `notification-${id}`,
    kind: 'order_notification',
    subjectId: id,
    recipient: 'farm@example.com',
    replyTo: EMAIL,
  });
  await insertMarkedMail(database, {
    id: `tracking-${id}`,
    kind: 'tracking',
    subjectId: `${id}/${MARK}-GB`,
  });
}

export async function insertMarkedMail(
  { db }: OpenDatabase,
  changes: Partial<Insertable<Database['outbox']>> & { id: string },
): Promise<void> {
  const words = { subject: `For ${MARK}`, textBody: MARK, htmlBody: MARK };
  const sent = { state: 'sent', attempts: 1, sentAt: '2025-11-20T09:00:00.000Z' } as const;
  await insertMail(db, { recipient: EMAIL, ...words, ...sent, ...changes });
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
      contactPreference: 'email',
      createdAt: '2025-11-20T09:00:00.000Z',
      ...changes,
    })
    .execute();
  await insertMarkedMail(database, {
    id: `mail-${changes.id}`,
    subjectId: changes.id,
    recipient: 'farm@example.com',
    replyTo: EMAIL,
    state: mail,
  });
  const answerId = `answer-${changes.id}`;
  const createdAt = '2025-11-20T10:00:00.000Z';
  await database.db
    .insertInto('messageAnswers')
    .values({
      id: answerId,
      messageId: changes.id,
      text: `Dear ${MARK}`,
      person: 'Owner',
      personId: FOUNDER_ID,
      createdAt,
    })
    .execute();
  await insertMarkedMail(database, {
    id: answerId,
    kind: 'message_answer',
    subjectId: `${changes.id}/${answerId}`,
  });
}

/** The rows of all tables that still have the mark. */
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
      .map((row) => `${table} ${row.id ?? row.orderId}`),
  );
}
