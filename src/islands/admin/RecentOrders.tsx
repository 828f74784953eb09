import { type Ref, useState } from 'react';
import type { BulkResult } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { isSignedOut } from '../../browser/admin-calls.ts';
import { BulkOutcome, describeFailure } from './bulk/BulkOutcome.tsx';
import { SelectionBar, useSelection } from './bulk/SelectionBar.tsx';
import { useShipping } from './bulk/use-shipping.ts';
import { OrderTable } from './OrderTable.tsx';

interface RecentOrdersProps {
  readonly orders: readonly OrderListItem[];
  /** The query key of the list. */
  readonly listUrl: string;
  /** Whether the orders are still those of the previous query. */
  readonly isOld: boolean;
  readonly heading: Ref<HTMLHeadingElement>;
  readonly onSignedOut: () => void;
}

/** The list, and the actions for the selected orders. */
export function RecentOrders({ orders, listUrl, isOld, heading, onSignedOut }: RecentOrdersProps) {
  const selection = useSelection(orders);
  const shipping = useShipping(listUrl);
  const [answer, setAnswer] = useState<Answer | null>(null);

  const ship = async () => {
    const { selected, select } = selection;
    if (shipping.isPending || isOld) return;
    setAnswer(null);
    try {
      const results = await shipping.mutateAsync(selected);
      select(selected, false);
      setAnswer(describeAnswer(results));
    } catch (error) {
      if (isSignedOut(error)) onSignedOut();
      setAnswer({ trouble: { message: `${describeFailure(error as Error)} ${NOT_SURE}`, lines: [] } });
    }
  };

  return (
    <section className="admin-recent" aria-labelledby="admin-recent">
      <h2 id="admin-recent" ref={heading} tabIndex={-1}>
        Recent Orders
      </h2>
      {answer && <BulkOutcome {...answer} />}
      <SelectionBar selection={selection} isBusy={shipping.isPending} onShip={ship} />
      <OrderTable orders={orders} isOld={isOld} selection={selection} />
    </section>
  );
}

interface Answer {
  readonly message?: string;
  readonly trouble?: { readonly message: string; readonly lines: readonly string[] };
}

/** Without a response, nobody knows how much the service did. */
const NOT_SURE = 'The orders stay selected; Refresh shows how they stand.';

function describeAnswer(results: readonly BulkResult[]): Answer {
  const refused = results.flatMap((result) => (result.ok ? [] : [`${result.orderNumber}: ${result.error}`]));
  const count = results.length - refused.length;
  const message = `${count} ${count === 1 ? 'order' : 'orders'} marked as shipped.`;
  if (refused.length === 0) return { message };
  const left = refused.length === 1 ? '1 order was left alone:' : `${refused.length} orders were left alone:`;
  return { message, trouble: { message: left, lines: refused } };
}
