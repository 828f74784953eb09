import type { ReactNode } from 'react';
import { Spinner } from '../ui/Spinner.tsx';
import type { OrderQuery } from './use-order-query.ts';

/** The specified text while orders load. */
export function Loading() {
  return (
    <p className="loading" role="status">
      <LoadingWords />
    </p>
  );
}

/** Text and spinner only, for an existing status line. */
export function LoadingWords() {
  return (
    <>
      <Spinner /> Loading orders...
    </>
  );
}

interface LoadFailureProps {
  /** A picture from the page. */
  readonly children?: ReactNode;
  readonly onRetry: () => void;
  /** Goes back to the first page of all orders, if the current page may be the problem. */
  readonly onReset?: (() => void) | undefined;
}

/** The error of section 8, and what to do about it. */
export function LoadFailure({ children, onRetry, onReset }: LoadFailureProps) {
  return (
    <div className="panel narrow trouble" role="alert">
      <div className="picture">{children}</div>
      <p className="lead">Failed to load orders. Please try again later.</p>
      <p className="actions">
        <button className="button" type="button" onClick={onRetry}>
          Try again
        </button>
        {onReset && (
          <button className="button quiet" type="button" onClick={onReset}>
            Show all orders
          </button>
        )}
      </p>
    </div>
  );
}

const NOTHING = {
  // The empty state of section 2.
  none: ['No orders yet', 'Orders will appear here when customers place them through your website.'],
  pack: ['Everything is packed', 'No paid order is waiting for its week.'],
  look: ['Nothing needs a look', 'Orders with a question, a dispute or a label problem appear here.'],
  owed: ['Nothing to give back', 'Cancelled orders stay here until their money has gone back.'],
  unpaid: [
    'Everything is paid',
    'Orders stay here until their bank transfer has come, or a bank has confirmed a card.',
  ],
  sent: ['Nothing is sent yet', 'Orders appear here once they’re marked as sent.'],
  week: ['Nothing in this week', 'No order is for this week. One that was moved is in its new week.'],
  after: ['No more orders', 'The list ends before this page.'],
} as const;

/** Names only what was asked for. */
function explainUnmatched({ q, status, week }: OrderQuery): readonly [heading: string, text: string] {
  const asked = [q && 'search', status && 'status', week && 'week'].filter((each) => each !== '');
  const text = `Nothing was found for this ${new Intl.ListFormat('en-GB').format(asked)}.`;
  return ['No matching orders', q === '' ? text : `${text} Try fewer letters.`];
}

interface EmptyListProps {
  readonly kind: keyof typeof NOTHING | 'unmatched';
  readonly query: OrderQuery;
  readonly onReset: () => void;
}

/** Nothing to list, and why, as `forms/empty-list.ts` writes it. */
export function EmptyList({ kind, query, onReset }: EmptyListProps) {
  const [heading, text] = kind === 'unmatched' ? explainUnmatched(query) : NOTHING[kind];
  return (
    <div className="panel empty">
      <h2>{heading}</h2>
      <p>{text}</p>
      {kind !== 'none' && (
        <button className="button quiet" type="button" onClick={onReset}>
          Show all orders
        </button>
      )}
    </div>
  );
}
