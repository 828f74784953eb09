import { formatPrice, toPence } from '#domain/money.ts';
import { isFullyRefunded } from '#domain/orders/describe-order.ts';
import { isSameFlag, type OrderFlag, type OrderFlagCode } from '#domain/orders/order-flags.ts';
import { isComplete, type OrderDetails } from './details.ts';
import type { Order } from './orders-repository.ts';

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
