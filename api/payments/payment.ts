import type { DisputeState } from '#domain/orders/order-status.ts';

/**
 * `unpaid`: can still be paid, because it is new, waits for the buyer, or its card was declined. `authorised`: the card
 * has reserved the money, which is charged when the payment is captured.
 */
export type PaymentState = 'succeeded' | 'authorised' | 'processing' | 'unpaid' | 'cancelled';

/** The delivery address from a wallet or card form, as the buyer wrote it, without validation. */
export interface PaymentShipping {
  readonly name: string | null;
  readonly phone: string | null;
  readonly lines: readonly string[];
  readonly city: string | null;
  readonly postcode: string | null;
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
}

/** Refunds and disputes of a payment, in the currency's smallest unit. */
export interface MoneyBack {
  /** Refunded, including refunds on their way. */
  readonly refunded: number;
  /** The part of it that takes no box out of the order. */
  readonly goodwill: number;
  /** Refunds that the buyer's bank rejected. The farm has the money again. */
  readonly failedRefunds: number;
  readonly dispute: DisputeState | null;
}

/** A Stripe payment intent, in this service's terms. */
export interface Payment extends MoneyBack {
  readonly id: string;
  readonly state: PaymentState;
  /** Stripe's own status, for people and logs. */
  readonly status: string;
  /** Received if it has succeeded, otherwise requested. In the currency's smallest unit. */
  readonly amount: number;
  /** In lower case: `gbp`. */
  readonly currency: string;
  /** Null for intents without this service's mark (`readMark`). */
  readonly attemptId: string | null;
  /** What this service has stored with it. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  readonly clientSecret: string | null;
  readonly isLive: boolean;
  /** Declined cards. 0 for finished payments, and for payments from a list. */
  readonly failedCards: number;
  /** Stripe's review of a payment that looks risky. Null for most. */
  readonly review: 'open' | 'closed' | null;
  readonly email: string | null;
  readonly shipping: PaymentShipping | null;
}

/** Where Stripe's own page leads back to. Stripe fills in `{CHECKOUT_SESSION_ID}`. */
export interface CheckoutUrls {
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A page at Stripe where an order can be paid without scripts. */
export interface CheckoutSession {
  readonly id: string;
  readonly state: 'open' | 'complete' | 'expired';
  /** Null once it can no longer be paid. */
  readonly url: string | null;
  readonly paymentIntentId: string | null;
  readonly attemptId: string | null;
}

/** A Stripe event with a valid signature. */
export interface PaymentEvent {
  readonly id: string;
  readonly isLive: boolean;
  /** What it is about. Null if this service does not handle it. */
  readonly subject: {
    readonly kind: 'payment' | 'session' | 'money_back' | 'doubt' | 'fraud_warning';
    /** The payment's or session's id. For refunds, disputes and doubts the payment's. */
    readonly id: string;
    /** Null if the event does not say. */
    readonly attemptId: string | null;
  } | null;
}

/** An attempt, by which what was created for it is found again. */
export interface Started {
  readonly attemptId: string;
  readonly startedAt: Date;
}

/** Two requests for one attempt create one payment. */
export interface PaymentRequest extends Started {
  /** Whole pence. */
  readonly amount: number;
  readonly allowRedirects: 'always' | 'never';
  /** `manual`: the card is only authorised, and `capturePayment` charges it. */
  readonly capture: 'automatic' | 'manual';
  readonly description: string;
  /** The attempt's id is added. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Both null if the buyer's wallet or card form sends them to Stripe. */
  readonly shipping: PaymentShipping | null;
  readonly email: string | null;
}

export interface CheckoutRequest extends Omit<PaymentRequest, 'amount' | 'allowRedirects'> {
  readonly unitAmount: number;
  readonly quantity: number;
  readonly productName: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** When the page expires: at least half an hour from now. Two requests with the same end create one page. */
  readonly expiresAt: Date;
}

export interface RefundRequest {
  readonly paymentIntentId: string;
  /** In the smallest unit of the payment's currency. */
  readonly amount: number;
  /** Whether it takes no box out of the order. Stripe stores it with the refund. */
  readonly isGoodwill: boolean;
  /** Two calls within a day with the same id create one refund. */
  readonly requestId: string;
}
