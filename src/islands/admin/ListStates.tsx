import type { ReactNode } from 'react';
import { Spinner } from '../ui/Spinner.tsx';

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

/** The empty state of section 2, with a picture from the page. */
export function EmptyList({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="panel empty">
      <div className="picture">{children}</div>
      <h2>No orders yet</h2>
      <p>Orders will appear here when customers place them through your website.</p>
    </div>
  );
}

const EMPTY_VIEWS = {
  pack: ['Everything is packed', 'No paid order is waiting for its week.'],
  look: ['Nothing needs a look', 'Orders with a question, a dispute or a label problem appear here.'],
  sent: ['Nothing is sent yet', 'Orders appear here once they are marked as shipped.'],
} as const;

interface EmptyViewProps {
  /** A picture from the page. */
  readonly children?: ReactNode;
  readonly view: keyof typeof EMPTY_VIEWS;
  readonly onReset: () => void;
}

/** There are orders, but none in this view. */
export function EmptyView({ children, view, onReset }: EmptyViewProps) {
  const [heading, text] = EMPTY_VIEWS[view];
  return (
    <div className="panel empty">
      <div className="picture">{children}</div>
      <h2>{heading}</h2>
      <p>{text}</p>
      <button className="button quiet" type="button" onClick={onReset}>
        Show all orders
      </button>
    </div>
  );
}

interface NoMatchProps {
  /** A picture from the page. */
  readonly children?: ReactNode;
  /** Whether orders match, but none on this page or after it. */
  readonly hasOrders: boolean;
  readonly onReset: () => void;
}

/** There are orders, but none here. */
export function NoMatch({ children, hasOrders, onReset }: NoMatchProps) {
  return (
    <div className="panel empty">
      <div className="picture">{children}</div>
      <h2>{hasOrders ? 'No more orders' : 'No matching orders'}</h2>
      <p>
        {hasOrders
          ? 'The list ends before this page.'
          : 'Nothing was found for this search and status. Try fewer letters, or another status.'}
      </p>
      <button className="button quiet" type="button" onClick={onReset}>
        Show all orders
      </button>
    </div>
  );
}
