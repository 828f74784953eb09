import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database, OrdersTable } from '../../../api/db/schema.ts';
import { createMailSettings } from '../../../api/mail/mail-settings.ts';
import { enqueueOrderMails } from '../../../api/mail/order-mails.ts';
import { farmSchema } from '../../../src/domain/schemas/farm.ts';

const FARM = farmSchema.parse({
  name: 'Long Hedge "Christmas" Trees',
  shortName: 'Long Hedge',
  website: 'https://trees.example.com',
  address: { lines: ['Long Hedge Farm'], town: 'Bridgwater', county: 'Somerset', postcode: 'TA0 0AA' },
  phone: '01632 960 999',
  email: 'farm@trees.example.com',
  place: { latitude: 51.1, longitude: -2.9, gridReference: 'ST 349 332' },
  links: Object.fromEntries(
    [
      'tickets',
      'ticketWidget',
      'video',
      'videoEmbed',
      'directions',
      'directionsAlternative',
      'mapEmbed',
      'facebook',
      'instagram',
    ].map((name) => [name, `https://${name.toLowerCase()}.example.com/a`]),
  ),
  notices: [],
});

export const SETTINGS = createMailSettings(FARM, { farmInbox: 'inbox@trees.example.com' });

/** A paid order of two boxes. */
export function makeOrder(changes: Partial<Selectable<OrdersTable>> = {}): Selectable<OrdersTable> {
  const order = {
    id: '0199f000-0000-7000-8000-000000000001',
    attempt_id: '0199f000-0000-7000-8000-00000000000a',
    order_number: 'LH-7F3A-K9',
    status: 'processing' as const,
    payment_status: 'succeeded' as const,
    payment_intent_id: 'pi_1',
    quantity: 2,
    unit_price_pence: 2735,
    paid_currency: 'gbp',
    week: '2025-11-24',
    refunded_pence: 0,
    refund_failed_pence: 0,
    dispute: null,
    label_problem: null,
    tracking_number: null,
    flag: null,
    version: 1,
    customer_name: 'Anna Müller',
    customer_email: 'anna@buyers.example.com',
    customer_phone: '01632 960 123',
    shipping_address: '1 High Street\nFlat 2',
    shipping_city: 'Taunton',
    shipping_postcode: 'TA1 1AA',
    shipping_country: 'GB',
    special_instructions: 'Behind the shed,\nplease.',
    created_at: '2025-11-20T08:59:00.000Z',
    updated_at: '2025-11-20T09:00:00.000Z',
    review: null,
    fraud_warning: null,
    ...changes,
  };
  const total = order.quantity * order.unit_price_pence;
  return { total_pence: total, paid_amount: total, ...order };
}

/** Puts an order's mails into the outbox, in a transaction as the service does. */
export async function enqueue(
  db: Kysely<Database>,
  order: Selectable<OrdersTable>,
  now: Date,
): Promise<void> {
  await db.transaction().execute((trx) => enqueueOrderMails(trx, order, SETTINGS, now));
}

/** Puts one mail into the outbox as it stands, past all that normally cleans it. */
export async function insertMail(
  db: Kysely<Database>,
  changes: Partial<Insertable<Database['outbox']>> = {},
): Promise<void> {
  const now = '2025-11-20T09:00:00.000Z';
  const id = changes.id ?? 'mail-1';
  await db
    .insertInto('outbox')
    .values({
      id,
      kind: 'contact_message',
      subject_id: id,
      recipient: 'someone@example.com',
      reply_to: null,
      subject: 'A mail',
      text_body: 'Words',
      html_body: '<p>Words</p>',
      mime_message_id: `<${id}@trees.example.com>`,
      state: 'waiting',
      attempts: 0,
      next_attempt_at: now,
      last_error: null,
      created_at: now,
      sent_at: null,
      ...changes,
    })
    .execute();
}

/** What the outbox says of its mails, in the order in which they came. */
export function listMails(db: Kysely<Database>) {
  return db.selectFrom('outbox').selectAll().orderBy('id').execute();
}
