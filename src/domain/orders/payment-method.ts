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
