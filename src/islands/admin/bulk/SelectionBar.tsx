import { countOf } from '#domain/count.ts';
import './bulk.css';
import { useEffect, useRef, useState } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { MoreActions } from './MoreActions.tsx';
import type { BulkAction } from './use-bulk.ts';

interface SelectionBarProps {
  readonly selection: OrderSelection;
  /** What is being done to the selected orders; null if nothing is. */
  readonly busy: BulkAction['kind'] | null;
  readonly onAct: (action: BulkAction) => void;
}

const BUSY: Record<BulkAction['kind'], string> = {
  ship: 'Marking as shipped...',
  back: 'Taking back...',
  move: 'Moving...',
};

/** Selects every order of the page that is ready to pack, and offers the actions for the selection. */
export function SelectionBar({ selection, busy, onAct }: SelectionBarProps) {
  const { selectable, selected, select } = selection;
  const all = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isSome = selected.length > 0;
  const isAll = isSome && selectable.every((order) => selected.includes(order));
  useEffect(() => {
    if (all.current) all.current.indeterminate = isSome && !isAll;
  }, [isSome, isAll]);
  const ready = selected.filter(isReady);

  return (
    <div className="bulk-place">
      <fieldset className={isSome || busy !== null ? 'bulk-bar active' : 'bulk-bar'}>
        <legend className="visually-hidden">Selected orders</legend>
        <label className="admin-select">
          <input
            ref={all}
            type="checkbox"
            checked={isAll}
            disabled={selectable.length === 0}
            onChange={({ target }) => select(target.checked ? selectable : selected, target.checked)}
          />
          <span>{selectable.length === 0 ? 'Nothing to pack on this page' : 'Select all on this page'}</span>
        </label>
        <p aria-live="polite">{busy !== null ? BUSY[busy] : isSome && describeCount(selected.length)}</p>
        {ready.length > 0 && (
          <button className="button" type="button" onClick={() => onAct({ kind: 'ship', orders: ready })}>
            Mark shipped
          </button>
        )}
        {isSome && ready.length === 0 && (
          <button className="button" type="button" onClick={() => onAct({ kind: 'back', orders: selected })}>
            Back to processing
          </button>
        )}
        {ready.length > 0 && (
          <button className="button quiet" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            More…
          </button>
        )}
      </fieldset>
      {isOpen && <MoreActions selected={selected} onAct={onAct} onClose={() => setOpen(false)} />}
    </div>
  );
}

function describeCount(count: number): string {
  return `${countOf(count, 'order')} selected`;
}

/** Which orders of the page are selected. */
export interface OrderSelection {
  /** The orders on the page that are selected together: those ready to pack, or where there are none, those sent. */
  readonly selectable: readonly OrderListItem[];
  readonly selected: readonly OrderListItem[];
  /** Selects or deselects orders. */
  readonly select: (orders: readonly OrderListItem[], isSelected: boolean) => void;
}

/**
 * Orders that are ready to pack, and those that can be taken back. A flagged order has no print documents, so it is not
 * packed with its week; it can still be sent on its own after a check. The service decides.
 */
export function isSelectable({ status, flags }: OrderListItem): boolean {
  return (status === 'processing' || status === 'shipped') && flags.length === 0;
}

function isReady(order: OrderListItem): boolean {
  return isSelectable(order) && order.status === 'processing';
}

/** The selection of a page survives going to another page and back. */
export function useSelection(orders: readonly OrderListItem[]): OrderSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectable = orders.filter(isSelectable);
  const ready = selectable.filter(isReady);
  return {
    selectable: ready.length > 0 ? ready : selectable,
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
