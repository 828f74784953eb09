/** A payment keeps its order, also when its week has gone meanwhile. The buyer is told the same in their own words. */
export const WEEK_FLAGS = {
  full: 'The week filled up while this was being paid for: move it to another week, or refund it.',
  closed: 'The week closed while this was being paid for: move it to another week, or refund it.',
} as const;

/** Until all of the money has gone back, or the farm says that the order is sent all the same. */
export const FRAUD_WARNING_FLAG =
  'The buyer’s bank warns that this payment may be a fraud: refund it, unless you know the buyer.';

/** Whether the farm has to decide about a warning of fraud. */
export function hasFraudWarning(flag: string | null): boolean {
  return flag?.includes(FRAUD_WARNING_FLAG) ?? false;
}

/** Whether an order waits for another week. */
export function hasWeekFlag(flag: string | null): boolean {
  return Object.values(WEEK_FLAGS).some((sentence) => flag?.includes(sentence));
}
