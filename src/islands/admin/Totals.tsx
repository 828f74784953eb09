import { formatBoxes } from '#domain/quantity.ts';
import './weeks.css';
import { useContext } from 'react';
import { formatCount } from '#domain/count.ts';
import { labelWeek } from '#domain/delivery/weeks.ts';
import { formatSum } from '#domain/money.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { MOST_TOTALLED, type OrderTotals } from '#domain/orders/order-list.ts';
import { buildCsvUrl } from '../../browser/admin-calls.ts';
import { RoleContext } from '../ui/session.ts';
import { TableHead } from '../ui/TableHead.tsx';
import { CloseWeek } from './weeks/CloseWeek.tsx';

/** The four summary tiles of section 2, for all matching orders and not only those on the page. */
export function OrderTiles({ totals }: { readonly totals: OrderTotals | null }) {
  if (totals === null) {
    return (
      <p className="callout">
        More than {formatCount(MOST_TOTALLED)} orders match, so they are not added up. Type more words or
        choose a week to see totals.
      </p>
    );
  }
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

/** The totals of the chosen week, for all its orders, regardless of the search. */
export function WeekSummary({ totals }: { readonly totals: WeekTotals }) {
  const figures: [name: string, value: string][] = [
    ['Orders', formatCount(totals.orders)],
    ['Boxes', describeBoxes(totals)],
    ['To pack', formatCount(totals.toPack)],
    ['Shipped', formatCount(totals.shipped)],
    ['Net revenue', formatSum(totals.revenue)],
  ];
  return (
    <section className="callout week-summary" aria-labelledby="admin-week-heading">
      <h2 id="admin-week-heading">
        {labelWeek(totals.week)}
        {totals.isClosed && <small> closed to new orders</small>}
      </h2>
      <dl>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <WeekLinks totals={totals} />
    </section>
  );
}

const COLUMNS = ['Week', 'Orders', 'Boxes', 'To pack', 'Shipped', 'Net revenue', 'Packing'];

/** The totals of every week that is on sale or has orders. On a narrow screen each week is a separate block. */
export function WeekTable({ weeks }: { readonly weeks: readonly WeekTotals[] }) {
  const role = useContext(RoleContext);
  return (
    <details className="bulk-fold">
      <summary>Week totals</summary>
      <table className="week-table">
        <TableHead caption="Totals by week" columns={COLUMNS} />
        <tbody>
          {weeks.map((totals) => (
            <tr key={totals.week}>
              <th scope="row">
                {labelWeek(totals.week)}
                {totals.isClosed && <small> closed to new orders</small>}
              </th>
              <td data-label="Orders">{formatCount(totals.orders)}</td>
              <td data-label="Boxes">{describeBoxes(totals)}</td>
              <td data-label="To pack">{formatCount(totals.toPack)}</td>
              <td data-label="Shipped">{formatCount(totals.shipped)}</td>
              <td data-label="Net revenue">{formatSum(totals.revenue)}</td>
              <td>
                <WeekLinks totals={totals} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {role === 'owner' && (
        <p className="week-links">
          <a href={buildCsvUrl()} download>
            Orders of all weeks as CSV
          </a>
        </p>
      )}
    </details>
  );
}

/** The links to a week's print documents and downloads, and closing it. */
function WeekLinks({ totals: { week, isClosed } }: { readonly totals: WeekTotals }) {
  const role = useContext(RoleContext);
  const ofWeek = <span className="visually-hidden"> {labelWeek(week)}</span>;
  return (
    <div className="week-links">
      <a href={`/admin/packing?week=${week}`}>Pick list, slips and labels{ofWeek}</a>
      {role === 'owner' && (
        <a href={buildCsvUrl(week)} download>
          Orders as CSV{ofWeek}
        </a>
      )}
      {role === 'owner' && <CloseWeek week={week} isClosed={isClosed} />}
    </div>
  );
}

/** `38 of 40 boxes`, or `38 boxes` if the week has no limit. */
function describeBoxes({ boxes, cap }: WeekTotals): string {
  if (cap !== null) return `${formatCount(boxes)} of ${formatBoxes(cap)}`;
  return formatBoxes(boxes);
}
