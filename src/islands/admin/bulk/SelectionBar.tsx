import './bulk.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import { countOf } from '#domain/count.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { type BulkAction, explainLeft } from './bulk-actions.ts';
import { MoreActions } from './MoreActions.tsx';

interface SelectionBarProps {
  readonly selection: OrderSelection;
  /** Whether the list has other pages. */
  readonly hasMore: boolean;
  /** While orders are being changed. */
  readonly isBusy: boolean;
  readonly onWholeList: () => void;
  readonly onAct: (action: BulkAction) => void;
}

/** Selects the orders of the page, or of the whole list, and offers the actions for the selection. */
export function SelectionBar({ selection, hasMore, isBusy, onWholeList, onAct }: SelectionBarProps) {
  const { selectable, selected, select } = selection;
  const all = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isSome = selected.length > 0 && !isBusy;
  const isAll = isSome && selectable.every(({ id }) => selected.some((order) => order.id === id));
  useEffect(() => {
    if (all.current) all.current.indeterminate = isSome && !isAll;
  }, [isSome, isAll]);
  const isReady = selected.some((order) => explainLeft('ship', order) === null);
  const isSent = selected.some(({ status }) => status === 'shipped');

  return (
    <div className="bulk-place">
      <fieldset className={isSome ? 'bulk-bar active' : 'bulk-bar'} disabled={isBusy}>
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
        <p aria-live="polite">{isSome && `${countOf(selected.length, 'order')} selected`}</p>
        {isAll && hasMore && selected.length <= selectable.length && (
          <button className="button quiet" type="button" onClick={onWholeList}>
            Select the whole list
          </button>
        )}
        {isSome && (isReady || !isSent) && (
          <button className="button" type="button" onClick={() => onAct({ kind: 'ship' })}>
            Mark shipped
          </button>
        )}
        {isSome && !isReady && isSent && (
          <button className="button" type="button" onClick={() => onAct({ kind: 'back' })}>
            Back to processing
          </button>
        )}
        {isSome && (
          <button className="button quiet" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            More…
          </button>
        )}
      </fieldset>
      {isOpen && <MoreActions selected={selected} onAct={onAct} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Which orders of the list are selected. */
export interface OrderSelection {
  /** As `listSelectable`, of the page. */
  readonly selectable: readonly OrderListItem[];
  /** Those of other pages as well. */
  readonly selected: readonly OrderListItem[];
  /** Selects or deselects orders. */
  readonly select: (orders: readonly OrderListItem[], isSelected: boolean) => void;
}

/** Whether anything can be done to an order together with others. What cannot is named when it is tried. */
export function isSelectable({ status }: OrderListItem): boolean {
  return status !== 'cancelled' && status !== 'delivered';
}

/** Those that are selected together: what is not sent yet, or where there is none, what is sent. */
export function listSelectable(orders: readonly OrderListItem[]): readonly OrderListItem[] {
  const selectable = orders.filter(isSelectable);
  const toSend = selectable.filter(({ status }) => status !== 'shipped');
  return toSend.length > 0 ? toSend : selectable;
}

/**
 * The selection survives going to another page of the list and back, but not another search or filter.
 * @param orders those of the page
 * @param list names the list
 */
export function useSelection(orders: readonly OrderListItem[], list: string): OrderSelection {
  const [kept, setKept] = useState<{ list: string; chosen: ReadonlyMap<string, OrderListItem> }>({
    list,
    chosen: new Map(),
  });
  const select = useCallback(
    (changed: readonly OrderListItem[], isSelected: boolean) =>
      setKept((known) => {
        const next = new Map(known.list === list ? known.chosen : []);
        for (const order of changed) {
          if (isSelected) next.set(order.id, order);
          else next.delete(order.id);
        }
        return { list, chosen: next };
      }),
    [list],
  );
  const onPage = new Map(orders.map((order) => [order.id, order]));
  const chosen = kept.list === list ? [...kept.chosen.values()] : [];
  return {
    selectable: listSelectable(orders),
    selected: chosen.map((order) => onPage.get(order.id) ?? order).filter(isSelectable),
    select,
  };
}
