import { useContext } from 'react';
import { buildCsvUrl } from '../../../browser/admin-bulk-calls.ts';
import { labelWeek } from '../../../browser/label-week.ts';
import { RoleContext } from '../../ui/role.ts';

/** The links to a week's print documents and downloads. */
export function WeekLinks({ week }: { readonly week: string }) {
  const role = useContext(RoleContext);
  const ofWeek = <span className="visually-hidden"> {labelWeek(week)}</span>;
  return (
    <p className="week-links">
      <a href={`/admin/packing?week=${week}`}>Pick list, slips and labels{ofWeek}</a>
      {role === 'owner' && (
        <a href={buildCsvUrl(week)} download>
          Orders as CSV{ofWeek}
        </a>
      )}
    </p>
  );
}
