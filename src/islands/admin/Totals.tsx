import { useContext } from 'react';
import { countOf, formatCount } from '#domain/count.ts';
import { addDays, formatDay, type IsoDay, londonDay } from '#domain/dates.ts';
import { labelWeek } from '#domain/delivery/weeks.ts';
import { formatSum } from '#domain/money.ts';
import { pathOfWeek } from '#domain/office.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import type { OrderTotals } from '#domain/orders/order-list.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { buildCsvUrl, PAYMENTS_URL } from '../../browser/admin-calls.ts';
import { RoleContext, TableHead, useColumns } from './TableHead.tsx';

/** The four summary tiles of section 2, for packers without the sum, of all orders, whatever is listed below them. */
export function OrderTiles({ totals }: { readonly totals: OrderTotals }) {
  const hasSums = useContext(RoleContext) === 'owner';
  const missing = hasSums ? listMissing(totals).join(', ') : '';
  const tiles: [name: string, value: string][] = [
    ['Total Orders', formatCount(totals.orders)],
    ...(hasSums ? [['Total Revenue', formatSum(totals.revenue)] as [string, string]] : []),
    ['Total Boxes', formatCount(totals.boxes)],
    ['With Tracking', formatCount(totals.withTracking)],
  ];
  return (
    <div className="admin-tiles">
      <dl>
        {tiles.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {missing !== '' && <p>{missing}</p>}
    </div>
  );
}

/** What of the revenue is not with the farm. */
function listMissing({ refunded, unpaid }: OrderTotals): string[] {
  return [
    ...(refunded === '0.00' ? [] : [`${formatSum(refunded)} refunded`]),
    ...(unpaid === '0.00' ? [] : [`${formatSum(unpaid)} not paid yet`]),
  ];
}

/**
 * The week that is listed: its boxes, its papers, and what is sold of it.
 * @param isAsked whether somebody has chosen it; else it is below the list of a phone
 */
export function WeekPanel({ totals, isAsked }: { readonly totals: WeekTotals; readonly isAsked: boolean }) {
  return (
    <section
      className={`callout actions week-panel${isAsked ? ' asked' : ''}`}
      aria-label={labelWeek(totals.week)}
    >
      <p>
        <b>{labelWeek(totals.week)}</b>: {countOf(totals.orders, 'order')}, {describeBoxes(totals)},{' '}
        {formatCount(totals.toPack)} to pack
        {totals.isClosed &&
          '. It’s closed to new orders. Its orders stay as they are until you select them below and move or refund them, under ‘More…’'}
        .
      </p>
      <WeekLinks totals={totals} />
    </section>
  );
}

const COLUMNS = ['Week', 'Orders', 'Boxes', 'To pack', 'Shipped', 'Net revenue', 'Packing'];

/** The totals of every week that is on sale or has orders. On a narrow screen each week is a separate block. */
export function WeekTable({ weeks }: { readonly weeks: readonly WeekTotals[] }) {
  const role = useContext(RoleContext);
  const columns = useColumns(COLUMNS, 'Net revenue');
  return (
    <details className="bulk-fold">
      <summary>Week totals</summary>
      <table className="week-table stacks">
        <TableHead caption="Totals by week" columns={columns} />
        <tbody>
          {weeks.map((totals) => (
            <tr key={totals.week}>
              <th scope="row">
                {labelWeek(totals.week)}
                {totals.isClosed && (
                  <small>
                    {' '}
                    closed to new orders. <a href={`?week=${totals.week}`}>Its orders</a>
                  </small>
                )}
              </th>
              <td data-label="Orders">{formatCount(totals.orders)}</td>
              <td data-label="Boxes">{describeBoxes(totals)}</td>
              <td data-label="To pack">{formatCount(totals.toPack)}</td>
              <td data-label="Shipped">{formatCount(totals.shipped)}</td>
              {role === 'owner' && <td data-label="Net revenue">{formatSum(totals.revenue)}</td>}
              <td>
                <WeekLinks totals={totals} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {role === 'owner' && (
        <p className="links">
          <a href={buildCsvUrl()} download>
            Orders of all weeks as CSV
          </a>
        </p>
      )}
      {role === 'owner' && (
        <form className="form search" action={PAYMENTS_URL}>
          <div className="field">
            <label htmlFor="payments-month">Payments and refunds of</label>
            <select id="payments-month" name="month">
              {listLastMonths().map((day) => (
                <option key={day} value={day.slice(0, 7)}>
                  {formatDay(day, 'month')}
                </option>
              ))}
            </select>
          </div>
          <button className="button quiet" type="submit">
            Download as CSV
          </button>
        </form>
      )}
    </details>
  );
}

/** The last day of each of the thirteen last months, the newest first: whoever keeps the books asks in the summer. */
function listLastMonths(): IsoDay[] {
  const days = [londonDay(new Date())];
  for (let day = days[0]; day && days.length < 13; days.push(day)) day = addDays(day, -Number(day.slice(8)));
  return days;
}

/** The links to a week's print documents and downloads, and to what is sold of it. */
function WeekLinks({ totals: { week } }: { readonly totals: WeekTotals }) {
  const role = useContext(RoleContext);
  const ofWeek = <span className="visually-hidden"> {labelWeek(week)}</span>;
  return (
    <div className="links">
      <a href={`/admin/packing?week=${week}`}>Pick list, slips and labels{ofWeek}</a>
      {role === 'owner' && (
        <a href={buildCsvUrl(`week=${week}`)} download>
          Orders as CSV{ofWeek}
        </a>
      )}
      {role === 'owner' && <a href={pathOfWeek(week)}>Boxes to sell, last day, closing{ofWeek}</a>}
    </div>
  );
}

/** `38 of 40 boxes`, or `38 boxes` if the week has no limit. */
function describeBoxes({ boxes, cap }: WeekTotals): string {
  if (cap !== null) return `${formatCount(boxes)} of ${formatBoxes(cap)}`;
  return formatBoxes(boxes);
}
