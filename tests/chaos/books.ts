import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type Stripe from 'stripe';
import type { OrderFlag } from '../../src/domain/orders/order-flags.ts';

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

const SELECT_ORDERS = `
  SELECT *, (
    SELECT json_group_array(json_object('code', code, 'details', json(details))) FROM order_flags WHERE order_id = orders.id
  ) AS flags FROM orders ORDER BY id`;

/** Reads both databases from their files, which may be open elsewhere. */
export function readBooks(folder: string): Books {
  const shop = new SqliteDatabase(join(folder, 'data', 'farm.db'), { readonly: true });
  const sandbox = new SqliteDatabase(join(folder, 'sandbox.db'), { readonly: true });
  try {
    const all = <Row>(sql: string) => shop.prepare<[], object>(sql).all().map(toFields) as Row[];
    const checks = [shop, sandbox].flatMap((each) => [
      ...(each.pragma('integrity_check') as { integrity_check: string }[]).map((row) => row.integrity_check),
      ...(each.pragma('foreign_key_check') as object[]).map((row) => JSON.stringify(row)),
    ]);
    return {
      orders: all<OrderRow & { flags: string }>(SELECT_ORDERS).map((row) => ({
        ...row,
        flags: JSON.parse(row.flags),
      })),
      mails: all<MailRow>('SELECT * FROM outbox ORDER BY id'),
      messages: all<MessageRow>('SELECT id, email FROM messages ORDER BY id'),
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
      damage: checks.filter((line) => line !== 'ok'),
    };
  } finally {
    shop.close();
    sandbox.close();
  }
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
export function countUnderWay(folder: string): number {
  const { orders, mails, payments, deliveries } = readBooks(folder);
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
