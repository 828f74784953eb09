/** What the service answers to the pages' payment calls, on both sides of the wire (section 3, payment and order responses). */

/** What a page needs to take the payment: the answer of both payment intent calls. */
export interface StartedPayment {
  readonly clientSecret: string;
  readonly attemptId: string;
  readonly quantity: number;
  /** Decimal strings of pounds. */
  readonly unitPrice: string;
  readonly amount: string;
}

/** The order processing response. */
export interface CompletedOrder {
  readonly success: true;
  readonly orderNumber: string;
  readonly message: string;
  /** Whether the order's week filled up or closed during the payment; `message` says what happens then. */
  readonly isWeekTaken: boolean;
  /** Whether a person at the farm looks at the order first: no confirmation is sent until then. */
  readonly isLookedAt: boolean;
  /** The address of the buyer's own page, for who names the attempt that was paid for: nobody else knows it. */
  readonly manageOrder?: string;
}
