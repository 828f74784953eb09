import { formatDay, londonDay } from '#domain/dates.ts';
import { formatLondonTime } from '#domain/london-clock.ts';
import { type Html, html } from './html.ts';

/**
 * `21 November 2025, 09:30` in Europe/London.
 * @param instant in UTC
 */
export function formatLondonInstant(instant: string): string {
  const date = new Date(instant);
  return `${formatDay(londonDay(date), 'year')}, ${formatLondonTime(date).slice(0, 5)}`;
}

/** The same as a `time` element. */
export function renderLondonTime(instant: string): Html {
  return html`<time datetime="${instant}">${formatLondonInstant(instant)}</time>`;
}
