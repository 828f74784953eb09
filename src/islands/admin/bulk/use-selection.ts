import { useState } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';

/** Which orders of the page are selected. */
export interface OrderSelection {
  /** The orders on the page that can be marked as shipped. */
  readonly selectable: readonly OrderListItem[];
  readonly selected: readonly OrderListItem[];
  /** Selects or deselects orders. */
  readonly select: (orders: readonly OrderListItem[], isSelected: boolean) => void;
}

/**
 * Only orders that are ready to pack can be marked as shipped together. A flagged order has no print documents, so it
 * is not packed with its week; it can still be sent on its own after a check. The service decides.
 */
export function isSelectable({ status, flags }: OrderListItem): boolean {
  return status === 'processing' && flags.length === 0;
}

/** The selection of a page survives going to another page and back. */
export function useSelection(orders: readonly OrderListItem[]): OrderSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectable = orders.filter(isSelectable);
  return {
    selectable,
    selected: selectable.filter(({ id }) => ids.has(id)),
    select: (chosen, isSelected) =>
      setIds((known) => {
        const next = new Set(known);
        for (const { id } of chosen) {
          if (isSelected) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
  };
}
