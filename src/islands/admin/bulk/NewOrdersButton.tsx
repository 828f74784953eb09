import { formatCount } from '#domain/count.ts';

interface NewOrdersButtonProps {
  readonly count: number;
  readonly onRefresh: () => void;
}

/** Says that new orders have arrived since the list was loaded, and reloads it. Use it inside a live region. */
export function NewOrdersButton({ count, onRefresh }: NewOrdersButtonProps) {
  if (count === 0) return null;
  return (
    <button className="button" type="button" onClick={onRefresh}>
      {count === 1 ? '1 new order' : `${formatCount(count)} new orders`} – Refresh
    </button>
  );
}
