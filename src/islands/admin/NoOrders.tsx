import type { ReactNode } from 'react';

/** The empty state of section 2. */
export function EmptyList({ picture }: { readonly picture: ReactNode }) {
  return (
    <div className="admin-empty">
      <div className="admin-picture">{picture}</div>
      <h2>No orders yet</h2>
      <p>Orders will appear here when customers place them through your website.</p>
    </div>
  );
}

interface NoMatchProps {
  /** Whether orders match, but none from this page on. */
  readonly hasOrders: boolean;
  readonly onReset: () => void;
}

/** There are orders, but none here. */
export function NoMatch({ hasOrders, onReset }: NoMatchProps) {
  return (
    <div className="admin-empty">
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
