import { countOf } from '../count.ts';
import { londonDay } from '../dates.ts';

/** How an order is paid. Only the farm takes cash and bank transfers. */
const PAYMENT_METHODS = ['card', 'cash', 'bank'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** For the middle of a sentence. */
export const METHOD_WORDS: Readonly<Record<PaymentMethod, string>> = {
  card: 'by card',
  cash: 'in cash',
  bank: 'by bank transfer',
};

/** What the farm must do itself, for money that did not come by card; null if Stripe does it all. */
export function describeHandBack(method: PaymentMethod): string | null {
  if (method === 'card') return null;
  return `Give the money back yourself, ${METHOD_WORDS[method]}: this only records that you have.`;
}

/** After how many days a buyer is reminded of a bank transfer, and their boxes are let go, unless the shop says otherwise. */
export const TRANSFER_DAYS = { remindAfterDays: 5, lapseAfterDays: 10 } as const;

/** How long money has been waited for: `for 4 days`, `since today`. @param since when it was promised, an instant */
export function describeWait(since: string, now: Date): string {
  const days = (Date.parse(londonDay(now)) - Date.parse(londonDay(new Date(since)))) / 86_400_000;
  return days < 1 ? 'since today' : `for ${countOf(days, 'day')}`;
}
