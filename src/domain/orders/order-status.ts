/** What can be said of an order (section 4), in the order of its life. */
export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Where the farm may take an order from each status. Only a payment leads out of `pending` to `processing`; each of the
 * farm's own steps can be taken back, because fingers slip in a cold barn.
 */
export const NEXT_STATUSES = {
  pending: ['cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered', 'processing'],
  delivered: ['shipped'],
  cancelled: ['processing'],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** Whether the farm may take an order from one status to another. */
export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return (NEXT_STATUSES[from] as readonly OrderStatus[]).includes(to);
}

interface StatusFacts {
  readonly status: OrderStatus;
  /** Whether the payment has come through. */
  readonly isPaid: boolean;
  /** Whether all of it has gone back. */
  readonly isRefunded: boolean;
}

/** Where the farm may take this order: one that is not paid for, or has been refunded, is not sent. */
export function listNextStatuses({ status, isPaid, isRefunded }: StatusFacts): OrderStatus[] {
  return NEXT_STATUSES[status].filter(
    (next) => next === 'cancelled' || (isPaid && !(isRefunded && next === 'processing')),
  );
}

/** Badge styles of section 4; a status that is not known falls back to `secondary`. */
export type StatusBadge = 'default' | 'secondary' | 'destructive';

/** The badge of a status (section 4): cancelled destructive, pending secondary, others default. */
export function statusBadge(status: string): StatusBadge {
  if (status === 'cancelled') return 'destructive';
  const isKnown = (ORDER_STATUSES as readonly string[]).includes(status);
  return isKnown && status !== 'pending' ? 'default' : 'secondary';
}

/** `Processing`: the status as its badge says it. */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}
