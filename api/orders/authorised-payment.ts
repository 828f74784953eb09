import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Result } from '../http/request-body.ts';
import type { Payment, PaymentGateway } from '../payments/payment.ts';
import type { Catalogue } from '../site/catalogue.ts';
import { isAnotherPayment } from './apply-payment.ts';
import type { Attempt } from './attempts-repository.ts';
import type { OrderDetails } from './details.ts';
import { hasRoom } from './find-room.ts';
import type { Order } from './orders-repository.ts';

/** What is to be done at Stripe once a report is stored. */
export type StripeStep = (gateway: PaymentGateway) => Promise<Result<unknown>>;

/** How long a payment without a week waits for the page's own call, which brings it; then it is taken all the same. */
const UNDATED_MS = 3_600_000;

export function isYoung({ createdAt }: Attempt, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < UNDATED_MS;
}

interface Facts {
  readonly attempt: Attempt;
  readonly known: Order | undefined;
  readonly payment: Payment;
  readonly details: OrderDetails;
  readonly catalogue: Pick<Catalogue, 'weeks'>;
  readonly now: Date;
}

/** Whether an authorised payment may be captured: for an order that has its boxes and no other payment. */
export async function mayTakeMoney(
  trx: Transaction<Database>,
  { attempt, known, payment, details, catalogue, now }: Facts,
): Promise<boolean> {
  if (known && isAnotherPayment(known, payment)) return false;
  // Its boxes count as sold already.
  if (known && known.paymentStatus !== 'failed') return true;
  const { quantity } = attempt;
  return hasRoom(trx, { attempt, week: details.week, quantity }, catalogue.weeks, now);
}

/** The money of an authorised payment is taken for an order that stands, and let go for one that was cancelled meanwhile. */
export function decideCapture(order: Order, { id, state }: Payment): StripeStep | undefined {
  if (state !== 'authorised' || order.paymentIntentId !== id) return undefined;
  return (gateway) => (order.status === 'cancelled' ? gateway.cancelPayment(id) : gateway.capturePayment(id));
}
