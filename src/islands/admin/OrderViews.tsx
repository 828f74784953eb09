import type { MouseEvent } from 'react';
import { formatCount } from '#domain/count.ts';
import { ORDER_VIEWS, type OrderView } from '#domain/orders/order-list.ts';

const LABELS: Record<OrderView, string> = {
  pack: 'This week to pack',
  look: 'Needs a look',
  sent: 'Sent',
  all: 'All',
};

interface OrderViewsProps {
  /** Undefined until it is known. */
  readonly current: OrderView | undefined;
  readonly needsLook: number;
  readonly onView: (view: OrderView) => void;
}

/** The views of the list as links, and how many orders need a look. */
export function OrderViews({ current, needsLook, onView }: OrderViewsProps) {
  const follow = (event: MouseEvent, view: OrderView) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onView(view);
  };
  return (
    <nav className="admin-views" aria-label="Views">
      <ul className="plain">
        {ORDER_VIEWS.map((view) => (
          <li key={view}>
            <a
              href={`?view=${view}`}
              aria-current={view === current ? 'page' : undefined}
              onClick={(event) => follow(event, view)}
            >
              {LABELS[view]}
              {view === 'look' && (
                <span className="admin-count">{needsLook > 0 && formatCount(needsLook)}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
