/** The periods that the operator can set. /privacy states the defaults. */
export interface KeepingPeriods {
  /** Messages of the contact form, and e-mails that were never sent. */
  readonly messagesDays: number;
  /** Orders with their buyer's name and address. Afterwards only the amounts stay. */
  readonly ordersYears: number;
}

/** The fixed periods. /privacy states some of them too. */
export const DAYS = {
  spam: 30,
  /** Purchases that can no longer be paid. */
  abandonedAttempts: 30,
  /** The text of sent e-mails. */
  sentMails: 30,
  /** A season and the one before it, by day. */
  visitCounts: 400,
  /** The time in which a buyer's bank can reverse a payment and we must show where the order went. */
  disputes: 120,
  /**
   * After the start of an order's delivery week: how long its own link shows the address, unless the order has arrived
   * before.
   */
  orderAddresses: 21,
  /** Likewise: how long the link shows the order at all. Its page says three months. */
  orderLinks: 92,
} as const;
