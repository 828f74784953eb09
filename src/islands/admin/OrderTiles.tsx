import { formatCount } from '#domain/count.ts';
import { formatSum } from '#domain/money.ts';
import type { OrderTotals } from '#domain/orders/order-list.ts';

/** The four summary tiles of section 2, for all matching orders and not only those on the page. */
export function OrderTiles({ totals }: { readonly totals: OrderTotals }) {
  const refunded = totals.refunded === '0.00' ? undefined : `${formatSum(totals.refunded)} refunded`;
  const tiles: [name: string, value: string, note?: string | undefined][] = [
    ['Total Orders', formatCount(totals.orders)],
    ['Total Revenue', formatSum(totals.revenue), refunded],
    ['Total Boxes', formatCount(totals.boxes)],
    ['With Tracking', formatCount(totals.withTracking)],
  ];
  return (
    <dl className="tiles">
      {tiles.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd className="refunded">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
