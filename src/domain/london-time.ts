import { formatDay, londonDay } from './dates.ts';
import { type Html, html } from './html.ts';
import { formatOrderTime } from './order-date.ts';

/** `21 November 2025, 09:30`, as the clock in Europe/London had it. @param instant in UTC */
export function renderLondonTime(instant: string): Html {
  const date = new Date(instant);
  return html`<time datetime="${instant}">${formatDay(londonDay(date), 'year')}, ${formatOrderTime(date)}</time>`;
}
