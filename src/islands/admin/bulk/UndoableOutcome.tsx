import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { countOf } from '#domain/count.ts';
import type { OrderUndo, UndoAnswer } from '#domain/orders/order-changes.ts';
import { isSignedOut } from '../../../browser/admin-calls.ts';
import { undoOrders } from '../../../browser/bulk-calls.ts';
import { reloadOrders } from '../../../browser/shown-orders.ts';
import { BulkOutcome, describeFailure } from './BulkOutcome.tsx';

/** What was done to several orders, and what was not. */
export interface Outcome {
  readonly message?: string;
  readonly trouble?: { readonly message: string; readonly lines: readonly ReactNode[] } | undefined;
}

interface UndoableOutcomeProps extends Outcome {
  /** What takes it back; empty if nothing was done. */
  readonly undo: readonly OrderUndo[];
  readonly onSignedOut: () => void;
}

/** The result for several orders with 'Undo' beside it, and then what became of that. */
export function UndoableOutcome({ undo, onSignedOut, ...done }: UndoableOutcomeProps) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState('');
  const undoing = useMutation({ mutationFn: undoOrders });

  const takeBack = async () => {
    if (undoing.isPending) return;
    setFailure('');
    try {
      setOutcome(describeUndone(await undoing.mutateAsync(undo)));
      void reloadOrders(client);
    } catch (error) {
      if (isSignedOut(error)) onSignedOut();
      else setFailure(describeFailure(error as Error));
    }
  };

  if (outcome) return <BulkOutcome key="undone" {...outcome} />;
  return (
    <BulkOutcome key="done" {...done}>
      {failure !== '' && <p role="alert">{failure}</p>}
      {undo.length > 0 && (
        <button className="button quiet" type="button" onClick={takeBack}>
          {undoing.isPending ? 'Undoing...' : 'Undo'}
        </button>
      )}
    </BulkOutcome>
  );
}

function describeUndone({ results, told }: UndoAnswer): Outcome {
  const lines = results.flatMap((result) => (result.ok ? [] : [`${result.orderNumber}: ${result.error}`]));
  const count = results.length - lines.length;
  const back = `${countOf(count, 'order is', 'orders are')} as before.`;
  const heard = `${countOf(told, 'buyer')} had already been told.`;
  const message = told === 0 ? back : `${back} ${heard}`;
  return lines.length === 0
    ? { message }
    : { message, trouble: { message: describeLeft(lines.length), lines } };
}

/** `2 orders were left alone:` */
export function describeLeft(orders: number): string {
  return `${countOf(orders, 'order was', 'orders were')} left alone:`;
}
