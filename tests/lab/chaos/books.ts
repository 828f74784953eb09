import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Pool } from 'pg';
import type Stripe from 'stripe';
import type { OrderFlag } from '../../../src/domain/orders/order-flags.ts';

export interface OrderRow {
  id: string;
  attemptId: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  paymentIntentId: string;
  paymentMethod: string;
  quantity: number;
  totalPence: number;
  paidAmount: number;
  refundedPence: number;
  week: string | null;
  flags: readonly OrderFlag[];
  customerName: string | null;
  recipientName: string | null;
  customerEmail: string | null;
  shippingAddress: string | null;
  shippingCity: string | null;
  shippingPostcode: string | null;
}

export interface MailRow {
  kind: string;
  subjectId: string;
  recipient: string;
  state: string;
  mimeMessageId: string;
}

export interface MessageRow {
  id: string;
  email: string;
}

/** The records of the shop and of Stripe. */
export interface Books {
  readonly orders: OrderRow[];
  readonly mails: MailRow[];
  readonly messages: MessageRow[];
  readonly payments: Stripe.PaymentIntent[];
  readonly refunds: Stripe.Refund[];
  /** Webhooks by what became of them. */
  readonly deliveries: Readonly<Record<string, number>>;
  /** The messages of `integrity_check` and `foreign_key_check`, empty without an error. */
  readonly damage: string[];
}

/** What is read of the shop, by statements that both engines understand. */
const SHOP = {
  orders: 'SELECT * FROM orders ORDER BY id',
  mails: 'SELECT * FROM outbox ORDER BY id',
  messages: 'SELECT id, email FROM messages ORDER BY id',
} as const;

type ShopRows = Readonly<Record<keyof typeof SHOP, readonly object[]>>;

/** Reads both databases from their files, which may be open elsewhere. */
export function readBooks(folder: string): Books {
  const shop = new SqliteDatabase(join(folder, 'data', 'farm.db'), { readonly: true });
  try {
    const read = (sql: string) => shop.prepare<[], object>(sql).all();
    const { orders, mails, messages } = SHOP;
    const rows = {
      orders: read(orders),
      mails: read(mails),
      messages: read(messages),
    };
    return combine(rows, listDamage(shop), folder);
  } finally {
    shop.close();
  }
}

/** The same for a shop on Postgres, which checks itself. @param folder of the sandbox's file */
export async function readBooksOnPostgres(pool: Pool, folder: string): Promise<Books> {
  const { orders, mails, messages } = SHOP;
  const read = async (sql: string): Promise<object[]> => (await pool.query(sql)).rows;
  const rows = {
    orders: await read(orders),
    mails: await read(mails),
    messages: await read(messages),
  };
  return combine(rows, [], folder);
}

function combine(shop: ShopRows, damage: readonly string[], folder: string): Books {
  const sandbox = new SqliteDatabase(join(folder, 'sandbox.db'), { readonly: true });
  try {
    const rows = <Row>(name: keyof ShopRows) => shop[name].map(toFields) as Row[];
    return {
      orders: rows<Omit<OrderRow, 'flags'> & { flags: string }>('orders').map((row) => ({
        ...row,
        flags: JSON.parse(row.flags),
      })),
      mails: rows<MailRow>('mails'),
      messages: rows<MessageRow>('messages'),
      payments: readObjects<Stripe.PaymentIntent>(sandbox, 'payment_intent'),
      refunds: readObjects<Stripe.Refund>(sandbox, 'refund'),
      deliveries: Object.fromEntries(
        sandbox
          .prepare<[], { state: string; times: number }>(
            'SELECT state, count(*) AS times FROM deliveries GROUP BY state',
          )
          .all()
          .map(({ state, times }) => [state, times]),
      ),
      damage: [...damage, ...listDamage(sandbox)],
    };
  } finally {
    sandbox.close();
  }
}

function listDamage(database: SqliteDatabase.Database): string[] {
  return [
    ...(database.pragma('integrity_check') as { integrity_check: string }[]).map(
      (row) => row.integrity_check,
    ),
    ...(database.pragma('foreign_key_check') as object[]).map((row) => JSON.stringify(row)),
  ].filter((line) => line !== 'ok');
}

/** A row by the names that the service's code has for its columns. */
function toFields(row: object): object {
  const rename = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]));
}

function readObjects<T>(sandbox: SqliteDatabase.Database, kind: string): T[] {
  const query = sandbox.prepare<[string], { json: string }>(
    'SELECT json FROM objects WHERE kind = ? ORDER BY seq',
  );
  return query.all(kind).map(({ json }) => JSON.parse(json));
}

/** How many payments, orders, mails and webhooks have not come to an end. */
export function countUnderWay({ orders, mails, payments, deliveries }: Books): number {
  const ordered = new Map(orders.map((order) => [order.paymentIntentId, order]));
  const isRecorded = ({ id, status }: Stripe.PaymentIntent) =>
    status !== 'succeeded' || ordered.get(id)?.paymentStatus === 'succeeded';
  return (
    payments.filter((payment) => payment.status === 'processing' || !isRecorded(payment)).length +
    orders.filter(({ paymentStatus }) => paymentStatus === 'processing').length +
    mails.filter(({ state }) => state === 'waiting').length +
    (deliveries.waiting ?? 0)
  );
}
