import type { ReactNode } from 'react';

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
