import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../../api/db/schema.ts';
import { createMailSettings } from '../../../api/mail/mail-settings.ts';
import { createOrderMails } from '../../../api/mail/order-mails.ts';
import type { Order } from '../../../api/orders/orders-repository.ts';
import { multiplyPence, toPence } from '../../../src/domain/money.ts';
import { farmSchema } from '../../../src/domain/schemas/farm.ts';
import { BOX_PENCE, DELIVERY } from '../../support/sample-order.ts';

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
});

export const SETTINGS = createMailSettings(FARM, { farmInbox: 'inbox@trees.example.com' });

/** A clock that stands still until a test turns it. */
export interface TestClock {
  now: Date;
  pass(minutes: number): void;
}

export function startClock(): TestClock {
  const time: TestClock = {
    now: new Date('2025-11-20T09:00:00.000Z'),
    pass(minutes) {
      time.now = new Date(time.now.getTime() + minutes * 60_000);
    },
  };
  return time;
}

/** A paid order of two boxes. */
export function makeOrder(changes: Partial<Order> = {}): Order {
  const order = {
    id: '0199f000-0000-7000-8000-000000000001',
    attemptId: '0199f000-0000-7000-8000-00000000000a',
    orderNumber: 'LH-7F3A-K9',
    status: 'processing' as const,
    paymentStatus: 'succeeded' as const,
    paymentMethod: 'card' as const,
    paymentIntentId: 'pi_1',
    takenBy: null,
    takenById: null,
    quantity: 2,
    unitPricePence: toPence(BOX_PENCE),
    paidCurrency: 'gbp',
    week: '2025-11-24',
    refundedPence: toPence(0),
    refundFailedPence: toPence(0),
    goodwillPence: toPence(0),
    dispute: null,
    labelProblem: null,
    parcels: [],
    flags: [],
    version: 1,
    ...DELIVERY,
    customerName: 'Anna Müller',
    customerEmail: 'anna@buyers.example.com',
    customerPhone: '01632 960 123',
    shippingAddress: '1 High Street\nFlat 2',
    specialInstructions: 'Behind the shed,\nplease.',
    createdAt: '2025-11-20T08:59:00.000Z',
    updatedAt: '2025-11-20T09:00:00.000Z',
    review: null,
    fraudWarning: null,
    internalNote: null,
    ...changes,
  };
  const total = multiplyPence(order.unitPricePence, order.quantity);
  return { totalPence: total, paidAmount: total, ...order };
}

/** Puts an order's mails into the outbox, in a transaction as the service does. */
export async function enqueue(db: Kysely<Database>, order: Order, now: Date): Promise<void> {
  await db.transaction().execute((trx) => createOrderMails(() => SETTINGS).confirm(trx, order, now));
}

/** Puts one mail into the outbox unchanged, without the usual cleaning. */
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
      subjectId: id,
      recipient: 'someone@example.com',
      replyTo: null,
      subject: 'A mail',
      textBody: 'Words',
      htmlBody: '<p>Words</p>',
      mimeMessageId: `<${id}@trees.example.com>`,
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: now,
      lastError: null,
      createdAt: now,
      sentAt: null,
      ...changes,
    })
    .execute();
}

/** The outbox's mails, oldest first. */
export function listMails(db: Kysely<Database>) {
  return db.selectFrom('outbox').selectAll().orderBy('id').execute();
}
