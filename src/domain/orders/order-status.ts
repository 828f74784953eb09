/** The statuses of an order (section 4), in the order of its life. */
export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * The statuses that the farm may choose after each status. Only a payment leads from `pending` to `processing`. The
 * farm can undo each of its own steps, because fingers slip in a cold barn.
 */
const NEXT_STATUSES = {
  pending: ['cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered', 'processing'],
  delivered: ['shipped'],
  cancelled: ['processing'],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** Whether the farm may change the first status to the second. */
export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return (NEXT_STATUSES[from] as readonly OrderStatus[]).includes(to);
}

interface StatusFacts {
  readonly status: OrderStatus;
  /** Whether the payment has arrived. */
  readonly isPaid: boolean;
  /** Whether it is fully refunded. */
  readonly isRefunded: boolean;
}

/** The statuses that the farm may choose for this order. An order that is unpaid or refunded is not sent. */
export function listNextStatuses({ status, isPaid, isRefunded }: StatusFacts): OrderStatus[] {
  return NEXT_STATUSES[status].filter(
    (next) => next === 'cancelled' || (isPaid && !(isRefunded && next === 'processing')),
  );
}

/** Badge styles of section 4. An unknown status falls back to `secondary`. */
export type StatusBadge = 'default' | 'secondary' | 'destructive';

/** The badge of a status (section 4): cancelled destructive, pending secondary, others default. */
export function statusBadge(status: string): StatusBadge {
  if (status === 'cancelled') return 'destructive';
  const isKnown = (ORDER_STATUSES as readonly string[]).includes(status);
  return isKnown && status !== 'pending' ? 'default' : 'secondary';
}

/** `Processing`: the text on the badge. */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/**
 * The state of a bank's dispute of a payment: waiting for an answer or a decision; won, so that the farm keeps the
 * money (also after an inquiry only); or lost, so that the bank took it back.
 */
export type DisputeState = 'open' | 'won' | 'lost';
