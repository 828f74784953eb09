/** The service's responses to the pages' payment requests, for both sides (section 3, payment and order responses). */

/** The data that a page needs to take the payment: the response of both payment intent routes. */
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
  /** Whether the order's week filled up or closed during the payment. `message` explains what happens then. */
  readonly isWeekTaken: boolean;
  /** Whether a person at the farm checks the order first. No confirmation is sent until then. */
  readonly isLookedAt: boolean;
  /** The path of the buyer's own page. Only the browser that made the purchase gets it. */
  readonly manageOrder?: string;
}
