import { useContext } from 'react';
import { countOf, formatCount } from '#domain/count.ts';
import { labelWeek } from '#domain/delivery/weeks.ts';
import { formatSum } from '#domain/money.ts';
import { pathOfWeek } from '#domain/office.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import type { OrderTotals } from '#domain/orders/order-list.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { buildCsvUrl } from '../../browser/admin-calls.ts';
import { RoleContext } from './role.ts';

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
 * The week that is listed: its boxes, its papers, and what is sold of it, which a phone unfolds
 * unless it is closed, because that has to be known.
 * @param isAsked whether somebody has chosen it; else it is below the list of a phone
 */
export function WeekPanel({ totals, isAsked }: { readonly totals: WeekTotals; readonly isAsked: boolean }) {
  const hasSums = useContext(RoleContext) === 'owner';
  return (
    <section className={`callout week-panel${isAsked ? ' asked' : ''}`} aria-label={labelWeek(totals.week)}>
      <details open={totals.isClosed || matchMedia('(width >= 48rem)').matches}>
        <summary>
          <b>{labelWeek(totals.week)}</b>: {countOf(totals.orders, 'order')}, {describeBoxes(totals)},{' '}
          {formatCount(totals.toPack)} to pack, {formatCount(totals.shipped)} sent
          {hasSums && `, ${formatSum(totals.revenue)} after refunds`}.
        </summary>
        {totals.isClosed && (
          <p>
            It’s closed to new orders. Its orders stay as they are until you select them below and move or
            refund them, under ‘More…’.
          </p>
        )}
        <WeekLinks totals={totals} />
      </details>
    </section>
  );
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
      {role === 'owner' && <a href={pathOfWeek(week)}>Change or close this week{ofWeek}</a>}
    </div>
  );
}

/** `38 of 40 boxes`, or `38 boxes` if the week has no limit. */
function describeBoxes({ boxes, cap }: WeekTotals): string {
  if (cap !== null) return `${formatCount(boxes)} of ${formatBoxes(cap)}`;
  return formatBoxes(boxes);
}
