import './bulk.css';
import { useEffect, useRef, useState } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';

interface SelectionBarProps {
  readonly selection: OrderSelection;
  /** While the selected orders are being marked. */
  readonly isBusy: boolean;
  readonly onShip: () => void;
}

/** Selects every order of the page that is ready to pack, and offers the actions for the selection. */
export function SelectionBar({ selection, isBusy, onShip }: SelectionBarProps) {
  const { selectable, selected, select } = selection;
  const all = useRef<HTMLInputElement>(null);
  const isSome = selected.length > 0;
  const isAll = isSome && selected.length === selectable.length;
  useEffect(() => {
    if (all.current) all.current.indeterminate = isSome && !isAll;
  }, [isSome, isAll]);

  return (
    <div className="bulk-place">
      <fieldset className={isSome || isBusy ? 'bulk-bar active' : 'bulk-bar'}>
        <legend className="visually-hidden">Selected orders</legend>
        <label className="admin-select">
          <input
            ref={all}
            type="checkbox"
            checked={isAll}
            disabled={selectable.length === 0}
            onChange={(event) => select(selectable, event.target.checked)}
          />
          <span>{selectable.length === 0 ? 'Nothing to pack on this page' : 'Select all on this page'}</span>
        </label>
        <p aria-live="polite">
          {isBusy ? 'Marking as shipped...' : isSome && describeCount(selected.length)}
        </p>
        {isSome && (
          <button className="button" type="button" onClick={onShip}>
            Mark shipped
          </button>
        )}
      </fieldset>
    </div>
  );
}

function describeCount(count: number): string {
  return count === 1 ? '1 order selected' : `${count} orders selected`;
}

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
