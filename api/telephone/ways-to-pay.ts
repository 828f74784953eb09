/** How somebody who is on the telephone pays. */
export const WAYS_TO_PAY = ['link', 'cash', 'bank'] as const;
export type WayToPay = (typeof WAYS_TO_PAY)[number];
