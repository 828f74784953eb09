import type { ReactNode } from 'react';

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
