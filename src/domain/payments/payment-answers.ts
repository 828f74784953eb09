import type { WeekLoss } from '../delivery/weeks.ts';

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
  /** Why the order needs another week; null if it does not. `message` explains what happens then. */
  readonly weekLoss: WeekLoss | null;
  /** Whether the bank is still working on the payment. */
  readonly isProcessing: boolean;
  /** Whether a person at the farm checks the order first. No confirmation is sent until then. */
  readonly isLookedAt: boolean;
  /** The path of the buyer's own page. Only the browser that made the purchase gets it, and the receipt. */
  readonly manageOrder?: string;
  readonly receipt?: CompletedReceipt;
}

/** The order as the service has it, for its thank-you. */
export interface CompletedReceipt {
  readonly quantity: number;
  /** Decimal string of pounds. */
  readonly totalAmount: string;
  /** The Monday of the week; null if it is still to be agreed. */
  readonly deliveryWeek: string | null;
  /** The name and address, line by line; empty once the browser has forgotten them. */
  readonly address: readonly string[];
  /** The message to the recipient of a gift; null without one, or once the browser has forgotten it. */
  readonly giftMessage?: string | null | undefined;
  /** Where the confirmation goes; null if a person at the farm checks the order first. */
  readonly confirmedTo: string | null;
}
