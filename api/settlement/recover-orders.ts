import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Problem } from '../http/problems.ts';
import { isMoving } from '../orders/decide-payment.ts';
import type { RecordPayment } from '../orders/payment-report.ts';
import type { PaymentGateway } from '../payments/payment.ts';
import { noteComparison, readComparison } from './settings-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** This season and the one before it, of which money still goes back. */
const REACH_DAYS = 400;

export interface RecoveryDependencies {
  readonly db: Kysely<Database>;
  readonly gateway: Pick<PaymentGateway, 'listPayments'>;
  readonly recordPayment: RecordPayment;
}

/**
 * Holds the shop's books against Stripe's list of payments: at the first run on a database that is new or was restored,
 * and once a day. What was paid and is not in the books becomes an order again, and what was paid back is paid back in
 * them too. Nothing happens to what agrees.
 * @returns why Stripe could not be asked
 */
export async function recoverOrders(
  { db, gateway, recordPayment }: RecoveryDependencies,
  now: Date,
  stopping: AbortSignal,
): Promise<Problem | undefined> {
  const last = await readComparison(db);
  if (last !== undefined && now.getTime() - last.getTime() < DAY_MS) return undefined;
  const listed = await gateway.listPayments(new Date(now.getTime() - REACH_DAYS * DAY_MS));
  if (!listed.ok) return listed.problem;
  // Stripe begins with the newest. Of two orders that would draw one number, the older one had it.
  for (const payment of listed.value.toReversed()) {
    if (stopping.aborted) return undefined;
    if (isMoving(payment)) await recordPayment({ payment });
  }
  await noteComparison(db, now);
  return undefined;
}
