import type { OrderTotals } from '#domain/order-list.ts';

const COUNT = new Intl.NumberFormat('en-GB');
const POUNDS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** The four summary tiles of section 2, over all orders that match and not only those of the page. */
export function OrderTiles({ totals }: { readonly totals: OrderTotals }) {
  const refunded =
    totals.refunded === '0.00' ? undefined : `${POUNDS.format(Number(totals.refunded))} refunded`;
  const tiles: [name: string, value: string, note?: string | undefined][] = [
    ['Total Orders', COUNT.format(totals.orders)],
    // Millions of pounds are still exact to the penny as a number; nothing is reckoned with it here.
    ['Total Revenue', POUNDS.format(Number(totals.revenue)), refunded],
    ['Total Boxes', COUNT.format(totals.boxes)],
    ['With Tracking', COUNT.format(totals.withTracking)],
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
