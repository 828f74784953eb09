import { formatCount } from '#domain/count.ts';
import { formatSum } from '#domain/money.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { labelWeek } from '../../../browser/label-week.ts';
import { describeBoxes } from './describe-week.ts';
import { WeekLinks } from './WeekLinks.tsx';
import './weeks.css';

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
      <h2 id="admin-week-heading">{labelWeek(totals.week)}</h2>
      <dl>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <WeekLinks week={totals.week} />
    </section>
  );
}
