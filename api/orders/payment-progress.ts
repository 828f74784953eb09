import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { PaymentState } from '../payments/payment.ts';
import type { Order } from './orders-repository.ts';

export interface Progress {
  readonly status: OrderStatus;
  readonly paymentStatus: Order['paymentStatus'];
}

/**
 * What a payment's state makes of an order, or of the lack of one; null when nothing changes. Reports come late and
 * out of order, so nothing leads back from `succeeded`.
 */
export function decideProgress(
  order: Pick<Order, 'status' | 'paymentStatus'> | undefined,
  state: PaymentState,
): Progress | null {
  if (state === 'succeeded')
    return order ? succeed(order) : { status: 'processing', paymentStatus: 'succeeded' };
  if (state === 'processing' || state === 'authorised')
    return order ? resume(order) : { status: 'pending', paymentStatus: 'processing' };
  return order ? fail(order) : null;
}

function succeed({ status, paymentStatus }: Progress): Progress | null {
  if (paymentStatus === 'succeeded') return null;
  const waitedForMoney = status === 'pending' || paymentStatus === 'failed';
  return { status: waitedForMoney ? 'processing' : status, paymentStatus: 'succeeded' };
}

/** A buyer whose payment failed may pay the same intent another way. */
function resume({ status, paymentStatus }: Progress): Progress | null {
  if (paymentStatus !== 'failed') return null;
  return { status: status === 'cancelled' ? 'pending' : status, paymentStatus: 'processing' };
}

function fail({ status, paymentStatus }: Progress): Progress | null {
  if (paymentStatus !== 'processing') return null;
  return { status: status === 'pending' ? 'cancelled' : status, paymentStatus: 'failed' };
}
