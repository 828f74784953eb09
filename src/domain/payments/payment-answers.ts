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
