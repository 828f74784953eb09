import { isPhotograph } from './photographs.ts';

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
/** Between two small numbers with a word behind them, or two days: not in a date, a link or a telephone number. */
const HYPHEN = new RegExp(`(?<![\\w/.#=-])(\\d{1,2}|${DAY}[a-z]*)-(?=\\d{1,2} ?[a-z]|${DAY})`, 'g');

/**
 * `4–5ft`, `2–3 weeks`, `Mon–Fri`: content has the hyphen, which every keyboard has, and pages the dash. The name of a
 * photograph stays as its file is called.
 */
export function dashRanges(text: string): string {
  return isPhotograph(text) ? text : text.replace(HYPHEN, '$1–');
}
