import type { Problem } from '../http/problems.ts';
import { isMoving } from '../orders/reported-changes.ts';
import type { Shop } from '../shop.ts';
import { noteComparison, readComparison } from './settings-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** This season and the previous one, which may still get refunds. */
const REACH_DAYS = 400;

/**
 * Compares the shop's orders with Stripe's list of payments, once a day and in the first run on a new or restored
 * database. Missing orders are rebuilt, and missing refunds are recorded.
 * @returns why Stripe could not be asked
 */
export async function recoverOrders(
  { db, gateway, recordPayment }: Pick<Shop, 'db' | 'gateway' | 'recordPayment'>,
  now: Date,
  stopping: AbortSignal,
): Promise<Problem | undefined> {
  const last = await readComparison(db);
  if (last !== undefined && now.getTime() - last.getTime() < DAY_MS) return undefined;
  const listed = await gateway.listPayments(new Date(now.getTime() - REACH_DAYS * DAY_MS));
  if (!listed.ok) return listed.problem;
  // Stripe lists the newest first. If two orders draw the same number, the older one must get it.
  for (const payment of listed.value.toReversed()) {
    if (stopping.aborted) return undefined;
    if (isMoving(payment)) await recordPayment({ payment });
  }
  await noteComparison(db, now);
  return undefined;
}
