/** What the operator may set; /privacy says the defaults. */
export interface KeepingPeriods {
  /** Messages of the contact form, and mails that never went out. */
  readonly messagesDays: number;
  /** Orders with the name and address of their buyer. Afterwards only the sums stay. */
  readonly ordersYears: number;
}

/** What nobody needs to set. /privacy says some of them too. */
export const DAYS = {
  spam: 30,
  /** Purchases that can no longer be paid. */
  abandonedAttempts: 30,
  /** The words of mails that have gone out. */
  sentMails: 30,
  /** A season and the one before it, day by day. */
  visitCounts: 400,
  /** Stripe sends an event again for three days by itself, and for thirty when asked. */
  stripeEvents: 90,
  /** As long as a buyer's bank may take a payment back, and we need to show where the order went. */
  disputes: 120,
  /** After an order's delivery week has begun: how long its own link shows where it goes, unless it has arrived before. */
  orderAddresses: 21,
  /** As above: how long the link shows the order at all. Its page says three months. */
  orderLinks: 92,
} as const;
