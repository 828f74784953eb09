import { useContext } from 'react';
import { formatCount } from '#domain/count.ts';
import { formatSum } from '#domain/money.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { buildCsvUrl } from '../../../browser/admin-bulk-calls.ts';
import { labelWeek } from '../../../browser/label-week.ts';
import { RoleContext } from '../../ui/role.ts';
import { TableHead } from '../../ui/TableHead.tsx';
import { describeBoxes } from './describe-week.ts';
import { WeekLinks } from './WeekLinks.tsx';
import './weeks.css';

const COLUMNS = ['Week', 'Orders', 'Boxes', 'To pack', 'Shipped', 'Net revenue', 'Packing'];

/** The totals of every week that is on sale or has orders. On a narrow screen each week is a separate block. */
export function WeekTable({ weeks }: { readonly weeks: readonly WeekTotals[] }) {
  const role = useContext(RoleContext);
  return (
    <details className="bulk-fold">
      <summary>Week totals</summary>
      <table className="week-table">
        <TableHead columns={COLUMNS} />
        <tbody>
          {weeks.map((totals) => (
            <tr key={totals.week}>
              <th scope="row">{labelWeek(totals.week)}</th>
              <td data-label="Orders">{formatCount(totals.orders)}</td>
              <td data-label="Boxes">{describeBoxes(totals)}</td>
              <td data-label="To pack">{formatCount(totals.toPack)}</td>
              <td data-label="Shipped">{formatCount(totals.shipped)}</td>
              <td data-label="Net revenue">{formatSum(totals.revenue)}</td>
              <td>
                <WeekLinks week={totals.week} />
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
