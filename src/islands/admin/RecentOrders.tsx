import { type Ref, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { countOf } from '#domain/count.ts';
import type { OrderListItem, UndeliveredMail } from '#domain/orders/order-list.ts';
import { type BulkAction, explainLeft, isSelectable, planChange } from './bulk/bulk-actions.ts';
import { MoreActions } from './bulk/MoreActions.tsx';
import { OneByOne, useOneByOne } from './bulk/OneByOne.tsx';
import { TrackingEntry } from './bulk/TrackingEntry.tsx';
import { OrderTable } from './OrderTable.tsx';
import { RoleContext } from './role.ts';

interface RecentOrdersProps {
  /** Empty once the last order of a view is packed. What was done, and 'Undo', then stay. */
  readonly orders: readonly OrderListItem[];
  /** Of buyers' e-mails that were given up, on the page. */
  readonly undelivered: readonly UndeliveredMail[];
  /** The URL of the list's first page, which names the list. */
  readonly listUrl: string;
  /** The query of the page's own address. */
  readonly query: string;
  /** Whether the orders are still those of the previous query. */
  readonly isOld: boolean;
  readonly heading: Ref<HTMLHeadingElement>;
}

/** The list, the actions for the selected orders, and the numbers of a pile of parcels. */
export function RecentOrders(props: RecentOrdersProps) {
  const { orders, undelivered, listUrl, query, isOld, heading } = props;
  const selection = useSelection(orders, listUrl);
  const control = useOneByOne();

  const act = (action: BulkAction) => {
    if (control.isBusy || isOld) return;
    const { selected } = selection;
    const onEnd = () => selection.select(selected, false);
    void control.start({ ...planChange(action, selected), onEnd });
  };

  const isSome = orders.length > 0;
  return (
    <section className="admin-recent" aria-label="Recent Orders">
      {isSome && (
        <h2 ref={heading} tabIndex={-1}>
          Recent Orders
        </h2>
      )}
      <OneByOne control={control} />
      {isSome && <SelectionBar selection={selection} isBusy={control.isBusy} onAct={act} />}
      <TrackingEntry />
      {isSome && (
        <OrderTable
          orders={orders}
          undelivered={undelivered}
          query={query}
          isOld={isOld}
          selected={selection.selected}
          select={selection.select}
        />
      )}
    </section>
  );
}

interface SelectionBarProps {
  readonly selection: OrderSelection;
  /** While orders are being changed. */
  readonly isBusy: boolean;
  readonly onAct: (action: BulkAction) => void;
}

/** Selects the orders of the page, and offers the actions for the selection. */
function SelectionBar({ selection, isBusy, onAct }: SelectionBarProps) {
  const { selectable, selected, select } = selection;
  const all = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const role = useContext(RoleContext);
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
        {isSome && (isReady || !isSent) && (
          <button className="button" type="button" onClick={() => onAct({ kind: 'ship' })}>
            Mark as sent
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
      {isOpen && <MoreActions selected={selected} role={role} onAct={onAct} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Which orders of the list are selected. */
interface OrderSelection {
  /** As `listSelectable`, of the page. */
  readonly selectable: readonly OrderListItem[];
  /** Those of other pages as well. */
  readonly selected: readonly OrderListItem[];
  /** Selects or deselects orders. */
  readonly select: (orders: readonly OrderListItem[], isSelected: boolean) => void;
}

/** Those that are selected together: what is not sent yet, or where there is none, what is sent. */
function listSelectable(orders: readonly OrderListItem[]): readonly OrderListItem[] {
  const selectable = orders.filter(isSelectable);
  const toSend = selectable.filter(({ status }) => status !== 'shipped');
  return toSend.length > 0 ? toSend : selectable;
}

/**
 * The selection survives going to another page of the list and back, but not another search or filter.
 * @param orders those of the page
 * @param list names the list
 */
function useSelection(orders: readonly OrderListItem[], list: string): OrderSelection {
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
