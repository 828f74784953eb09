import { useState } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';

/** Which orders of the page are selected. */
export interface OrderSelection {
  /** Of the orders shown, those that can be marked as shipped. */
  readonly selectable: readonly OrderListItem[];
  readonly selected: readonly OrderListItem[];
  /** Selects orders, or takes them out. */
  readonly select: (orders: readonly OrderListItem[], isSelected: boolean) => void;
}

/**
 * Only what waits to be packed can be marked as shipped with others. An order with a mark has no papers, so it is not
 * packed with its week: whoever looks at it first can still send it by itself. The service has the last word.
 */
export function isSelectable({ status, flags }: OrderListItem): boolean {
  return status === 'processing' && flags.length === 0;
}

/** What was selected on a page is so again when one comes back to it. */
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
