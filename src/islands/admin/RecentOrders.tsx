import { useMutation } from '@tanstack/react-query';
import type { Ref } from 'react';
import type { OrderListItem, UndeliveredMail } from '#domain/orders/order-list.ts';
import { isSignedOut, readWholeList } from '../../browser/admin-calls.ts';
import { markSessionEnded } from '../../browser/ended-session.ts';
import { describeFailure } from '../../browser/one-by-one.ts';
import { type BulkAction, planChange } from './bulk/bulk-actions.ts';
import { OneByOne, useOneByOne } from './bulk/OneByOne.tsx';
import { listSelectable, SelectionBar, useSelection } from './bulk/SelectionBar.tsx';
import { OrderTable } from './OrderTable.tsx';

interface RecentOrdersProps {
  /** Empty once the last order of a view is packed. What was done, and 'Undo', then stay. */
  readonly orders: readonly OrderListItem[];
  /** Of buyers' e-mails that were given up, on the page. */
  readonly undelivered: readonly UndeliveredMail[];
  /** How many the whole list has. */
  readonly listed: number;
  /** The URL of the list's first page, which names the list. */
  readonly listUrl: string;
  /** The query of the page's own address. */
  readonly query: string;
  /** Whether the orders are still those of the previous query. */
  readonly isOld: boolean;
  readonly heading: Ref<HTMLHeadingElement>;
}

/** The list, and the actions for the selected orders. */
export function RecentOrders(props: RecentOrdersProps) {
  const { orders, undelivered, listed, listUrl, query, isOld, heading } = props;
  const selection = useSelection(orders, listUrl);
  const control = useOneByOne();
  const whole = useMutation({
    mutationFn: () => readWholeList(listUrl),
    onSuccess: (all) => selection.select(listSelectable(all), true),
    onError: (error) => {
      if (isSignedOut(error)) markSessionEnded();
    },
  });

  const act = (action: BulkAction) => {
    if (control.isBusy || isOld) return;
    const { selected } = selection;
    const onEnd = () => selection.select(selected, false);
    void control.start({ ...planChange(action, selected), onEnd });
  };

  const isSome = orders.length > 0;
  if (!isSome && control.change === null) return null;
  return (
    <section className="admin-recent" aria-label="Recent Orders">
      {isSome && (
        <h2 ref={heading} tabIndex={-1}>
          Recent Orders
        </h2>
      )}
      <OneByOne control={control} />
      {isSome && (
        <>
          {whole.isError && <p role="alert">{describeFailure(whole.error)}</p>}
          <SelectionBar
            selection={selection}
            hasMore={orders.length < listed}
            isBusy={control.isBusy || whole.isPending}
            onWholeList={() => whole.mutate()}
            onAct={act}
          />
          <OrderTable
            orders={orders}
            undelivered={undelivered}
            query={query}
            isOld={isOld}
            selection={selection}
          />
        </>
      )}
    </section>
  );
}
