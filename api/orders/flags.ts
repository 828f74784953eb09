import type { Transaction } from 'kysely';
import { formatPrice, toPence } from '#domain/money.ts';
import { isFullyRefunded } from '#domain/orders/describe-order.ts';
import type { SettledFlag } from '#domain/orders/order-changes.ts';
import { hasFlag, isSameFlag, type OrderFlag, type OrderFlagCode } from '#domain/orders/order-flags.ts';
import { SETTLEMENTS } from '#domain/orders/order-history.ts';
import type { Database } from '../db/schema.ts';
import type { Problem } from '../http/problems.ts';
import type { Change } from './change-order.ts';
import { isComplete, type OrderDetails } from './details.ts';
import { insertOrderEvents, type Order, type OrderChanges } from './orders-repository.ts';

type FlaggedFacts = OrderDetails &
  Pick<
    Order,
    'totalPence' | 'paidAmount' | 'paidCurrency' | 'refundedPence' | 'status' | 'paymentStatus' | 'takenBy'
  >;

/** The flags of an order after a change. Existing flags stay, except missing details that are now known. */
export function renewFlags(flags: readonly OrderFlag[], order: FlaggedFacts): readonly OrderFlag[] {
  let renewed = dropFlags(flags, 'missing_details');
  const total = formatPrice(order.totalPence);
  if (order.paidCurrency !== 'gbp') {
    const paid = `in ${order.paidCurrency.toUpperCase()} (${order.paidAmount} of its smallest unit)`;
    renewed = addFlag(renewed, 'paid_amount', paid, total);
  } else if (order.paidAmount !== order.totalPence) {
    renewed = addFlag(renewed, 'paid_amount', formatPrice(toPence(order.paidAmount)), total);
  }
  if (order.shippingCountry !== null && order.shippingCountry !== 'GB') renewed = addFlag(renewed, 'abroad');
  if (order.status === 'cancelled' && order.paymentStatus === 'succeeded' && !isFullyRefunded(order)) {
    renewed = addFlag(renewed, 'cancelled_unrefunded');
  }
  return isComplete(order) ? renewed : addFlag(renewed, 'missing_details');
}

export function dropFlags(
  flags: readonly OrderFlag[],
  ...codes: readonly OrderFlagCode[]
): readonly OrderFlag[] {
  return flags.filter(({ code }) => !codes.includes(code));
}

/** Adds a flag, unless the order already has it. */
export function addFlag(
  flags: readonly OrderFlag[],
  code: OrderFlagCode,
  ...details: readonly string[]
): readonly OrderFlag[] {
  const flag = { code, details };
  return flags.some((each) => isSameFlag(each, flag)) ? flags : [...flags, flag];
}

/** Why a flag cannot be settled; null if it can. */
export function findSettlingProblem(order: Order, code: SettledFlag | undefined): Problem | null {
  if (code === undefined || hasFlag(order.flags, code)) return null;
  return { code: 'step_not_allowed', error: 'There’s nothing left to settle.' };
}

/**
 * The changes that settle a flag. An order that was not sent before the bank took its payment back is not sent any
 * more: without its flag it would be packed, for nothing.
 */
export function decideSettling(order: Order, code: SettledFlag | undefined): OrderChanges {
  if (code === undefined) return {};
  const isOff = code === 'dispute_lost' && (order.status === 'processing' || order.status === 'pending');
  return isOff ? { status: 'cancelled' } : {};
}

/** Writes into the history what was settled, by whom. */
export async function recordSettling(
  trx: Transaction<Database>,
  { id, flags }: Order,
  code: SettledFlag | undefined,
  { actor, person, reason, now }: Change,
): Promise<void> {
  if (code === undefined) return;
  const events = flags
    .filter((flag) => flag.code === code)
    .map(({ details: [payment = null] }) => ({
      orderId: id,
      actor,
      person,
      kind: 'dispute' as const,
      before: payment,
      after: SETTLEMENTS[code],
      reason: reason ?? null,
      createdAt: now.toISOString(),
    }));
  await insertOrderEvents(trx, events);
}
