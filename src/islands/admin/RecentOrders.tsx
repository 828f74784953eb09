import { type Ref, useState } from 'react';
import { countOf } from '#domain/count.ts';
import { labelWeek } from '#domain/delivery/weeks.ts';
import type { BulkResult, OrderUndo } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { isSignedOut } from '../../browser/admin-calls.ts';
import { listUndo } from '../../browser/bulk-calls.ts';
import { describeFailure } from './bulk/BulkOutcome.tsx';
import { SelectionBar, useSelection } from './bulk/SelectionBar.tsx';
import { describeLeft, type Outcome, UndoableOutcome } from './bulk/UndoableOutcome.tsx';
import { type BulkAction, useBulk } from './bulk/use-bulk.ts';
import { OrderTable } from './OrderTable.tsx';

interface RecentOrdersProps {
  /** Empty once the last order of a view is packed. What was done, and 'Undo', then stay. */
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
  const bulk = useBulk(listUrl);
  const [answer, setAnswer] = useState<Answer | null>(null);

  const act = async (action: BulkAction) => {
    if (bulk.isPending || isOld) return;
    setAnswer(null);
    try {
      const results = await bulk.mutateAsync(action);
      selection.select(action.orders, false);
      setAnswer(describeAnswer(action, results));
    } catch (error) {
      if (isSignedOut(error)) onSignedOut();
      const message = `${describeFailure(error as Error)} ${NOT_SURE}`;
      setAnswer({ trouble: { message, lines: [] }, undo: [] });
    }
  };

  const isSome = orders.length > 0;
  if (!isSome && !answer) return null;
  return (
    <section className="admin-recent" aria-label="Recent Orders">
      {isSome && (
        <h2 ref={heading} tabIndex={-1}>
          Recent Orders
        </h2>
      )}
      {answer && <UndoableOutcome {...answer} onSignedOut={onSignedOut} />}
      {isSome && (
        <>
          <SelectionBar
            selection={selection}
            busy={bulk.isPending ? bulk.variables.kind : null}
            onAct={(action) => void act(action)}
          />
          <OrderTable orders={orders} isOld={isOld} selection={selection} />
        </>
      )}
    </section>
  );
}

interface Answer extends Outcome {
  readonly undo: readonly OrderUndo[];
}

/** Without a response, nobody knows how much the service did. */
const NOT_SURE = 'The orders are still selected. Refresh shows where they are now.';

function describeAnswer(action: BulkAction, results: readonly BulkResult[]): Answer {
  const lines = results.flatMap((result) => (result.ok ? [] : [`${result.orderNumber}: ${result.error}`]));
  const count = results.length - lines.length;
  const message = `${countOf(count, 'order')} ${describeAction(action)}.`;
  const undo = listUndo(results);
  return lines.length === 0
    ? { message, undo }
    : { message, undo, trouble: { message: describeLeft(lines.length), lines } };
}

function describeAction(action: BulkAction): string {
  if (action.kind === 'move') return `moved to the ${labelWeek(action.week).replace('Week', 'week')}`;
  return action.kind === 'ship' ? 'marked as shipped' : 'taken back to processing';
}
