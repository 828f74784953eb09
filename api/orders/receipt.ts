import { toPounds } from '#domain/money.ts';
import { nameOnParcel } from '#domain/orders/order-fields.ts';
import type { CompletedReceipt } from '#domain/payments/payment-answers.ts';
import { isConfirmable } from './flags.ts';
import type { Order } from './orders-repository.ts';

/** An order for its thank-you. Only for its buyer. */
export function describeReceipt(order: Order): CompletedReceipt {
  const { shippingAddress, shippingCity, shippingPostcode } = order;
  const lines = [nameOnParcel(order), ...(shippingAddress ?? '').split('\n'), shippingCity, shippingPostcode];
  return {
    quantity: order.quantity,
    totalAmount: toPounds(order.totalPence),
    deliveryWeek: order.week,
    address: lines.flatMap((line) => line || []),
    giftMessage: order.giftMessage,
    confirmedTo: readConfirmedTo(order),
  };
}

/** Where the confirmation goes; null if a person at the farm checks the order first. */
export function readConfirmedTo({ customerEmail, flags }: Order): string | null {
  return isConfirmable(flags) ? customerEmail : null;
}
