import { formatDay, londonDay } from '../dates.ts';
import { formatLondonTime } from '../london-clock.ts';

/** `Nov 21, 2025` ('MMM d, yyyy', section 2): the day in Europe/London. */
export function formatOrderDate(instant: Date): string {
  const [date, month = '', year] = formatDay(londonDay(instant), 'year').split(' ');
  return `${month.slice(0, 3)} ${date}, ${year}`;
}

/** `09:30` ('HH:mm', section 2): the time in Europe/London. */
export function formatOrderTime(instant: Date): string {
  return formatLondonTime(instant).slice(0, 5);
}
