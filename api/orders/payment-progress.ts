import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { PaymentState } from '../payments/payment.ts';
import type { Order } from './orders-repository.ts';

export interface Progress {
  readonly status: OrderStatus;
  readonly payment_status: Order['payment_status'];
}

/**
 * What a payment's state makes of an order, or of the lack of one; null when nothing changes. Reports come late and
 * out of order, so nothing leads back from `succeeded`.
 */
export function decideProgress(
  order: Pick<Order, 'status' | 'payment_status'> | undefined,
  state: PaymentState,
): Progress | null {
  if (state === 'succeeded')
    return order ? succeed(order) : { status: 'processing', payment_status: 'succeeded' };
  if (state === 'processing' || state === 'authorised')
    return order ? resume(order) : { status: 'pending', payment_status: 'processing' };
  return order ? fail(order) : null;
}

function succeed({ status, payment_status }: Progress): Progress | null {
  if (payment_status === 'succeeded') return null;
  const waitedForMoney = status === 'pending' || payment_status === 'failed';
  return { status: waitedForMoney ? 'processing' : status, payment_status: 'succeeded' };
}

/** A buyer whose payment failed may pay the same intent another way. */
function resume({ status, payment_status }: Progress): Progress | null {
  if (payment_status !== 'failed') return null;
  return { status: status === 'cancelled' ? 'pending' : status, payment_status: 'processing' };
}

function fail({ status, payment_status }: Progress): Progress | null {
  if (payment_status !== 'processing') return null;
  return { status: status === 'pending' ? 'cancelled' : status, payment_status: 'failed' };
}
