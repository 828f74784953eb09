import type { DisputeState } from '#domain/payments/dispute-state.ts';
import type { Result } from '../http/result.ts';

/**
 * What a payment has come to. `unpaid` can still be paid: a new one, one that waits for the buyer, or one whose
 * card was declined. `authorised`: the card has the money, and nothing is taken until it is captured.
 */
export type PaymentState = 'succeeded' | 'authorised' | 'processing' | 'unpaid' | 'cancelled';

/** Where a wallet or card form said that the parcel goes; as the buyer wrote it, so not checked by any rule. */
export interface PaymentShipping {
  readonly name: string | null;
  readonly phone: string | null;
  readonly lines: readonly string[];
  readonly city: string | null;
  readonly postcode: string | null;
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
}

/** What has gone back of a payment, in the currency's smallest unit. */
export interface MoneyBack {
  /** On its way or there. */
  readonly refunded: number;
  /** Refunded, but turned down by the buyer's bank: with the farm again. */
  readonly failedRefunds: number;
  readonly dispute: DisputeState | null;
}

/** A payment intent of Stripe, in the words of this service. */
export interface Payment extends MoneyBack {
  readonly id: string;
  readonly state: PaymentState;
  /** Stripe's own status, for people and logs. */
  readonly status: string;
  /** Received when it has succeeded, asked for otherwise; in the currency's smallest unit. */
  readonly amount: number;
  /** In small letters: `gbp`. */
  readonly currency: string;
  /** Null for intents that do not bear this service's mark (`readMark`). */
  readonly attemptId: string | null;
  /** What this service has noted down with it. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  readonly clientSecret: string | null;
  /** Whether it is of real money. */
  readonly isLive: boolean;
  /** Cards that were declined for it; 0 where it has an end, or was not asked about by itself. */
  readonly failedCards: number;
  /** Stripe's review of a payment that looks risky; null for most. */
  readonly review: 'open' | 'closed' | null;
  readonly email: string | null;
  readonly shipping: PaymentShipping | null;
}

/** A page at Stripe on which an order can be paid without scripts. */
export interface CheckoutSession {
  readonly id: string;
  readonly state: 'open' | 'complete' | 'expired';
  /** Null once it can no longer be paid. */
  readonly url: string | null;
  readonly paymentIntentId: string | null;
  readonly attemptId: string | null;
}

/** An event of Stripe whose signature was right. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** Whether it is about real money. */
  readonly isLive: boolean;
  /** What it is about, as far as this service cares; null for everything else. */
  readonly subject: {
    readonly kind: 'payment' | 'session' | 'money_back' | 'doubt' | 'fraud_warning';
    /** Of the payment, also where it is about money that went back, or a doubt. */
    readonly id: string;
    /** Null also where the event does not say. */
    readonly attemptId: string | null;
  } | null;
}

export interface PaymentRequest {
  readonly attemptId: string;
  /** Asked twice under one number, it is one payment. Goes up when Stripe has kept a failure under the last. */
  readonly callNumber: number;
  /** Whole pence. */
  readonly amount: number;
  readonly allowRedirects: 'always' | 'never';
  /** `manual`: the card is asked whether it has the money, which is taken by `capturePayment`. */
  readonly capture: 'automatic' | 'manual';
  readonly description: string;
  /** The attempt's id is added. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Both null where the buyer's wallet or card form will tell Stripe. */
  readonly shipping: PaymentShipping | null;
  readonly email: string | null;
}

export interface CheckoutRequest extends Omit<PaymentRequest, 'amount' | 'allowRedirects'> {
  readonly unitAmount: number;
  readonly quantity: number;
  readonly productName: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** When the page can no longer be paid on: at least half an hour from now. */
  readonly expiresAt: Date;
}

export interface RefundRequest {
  readonly paymentIntentId: string;
  /** In the smallest unit of the payment's currency. */
  readonly amount: number;
  /** Sent twice within a day under one number, it is one refund. */
  readonly requestId: string;
  readonly callNumber: number;
}

/**
 * Stripe as this service uses it. Failures that Stripe or the network can cause come back as problems. What makes
 * something answers `call_failed_for_good` where Stripe has kept a failure under the call's number: see `makeOnce`.
 */
export interface PaymentGateway {
  createPayment(request: PaymentRequest): Promise<Result<Payment>>;
  retrievePayment(id: string): Promise<Result<Payment>>;
  /** Notes more down with a payment, whatever its state. */
  addMetadata(id: string, metadata: Readonly<Record<string, string>>): Promise<Result<Payment>>;
  /** The payment that was made for an attempt, not before this instant; null where there is none. */
  findPaymentOf(attemptId: string, since: Date): Promise<Result<Payment | null>>;
  /** Takes the money of an authorised payment. One that is not, or no longer, comes back as a problem. */
  capturePayment(id: string): Promise<Result<Payment>>;
  /** A payment that can no longer be cancelled comes back as a problem. */
  cancelPayment(id: string): Promise<Result<Payment>>;
  /** A refund that Stripe or the bank will not make comes back as `refund_refused`. */
  createRefund(request: RefundRequest): Promise<Result<null>>;
  /** Whether a refund was made for this request; null where not. */
  findRefundOf(request: Omit<RefundRequest, 'callNumber'>): Promise<Result<true | null>>;
  /** Every payment made since then, of this service or not. */
  listPayments(since: Date): Promise<Result<Payment[]>>;
  createSession(request: CheckoutRequest): Promise<Result<CheckoutSession>>;
  /** As `findPaymentOf`. */
  findSessionOf(attemptId: string, since: Date): Promise<Result<CheckoutSession | null>>;
  /** Ends a page that has not been paid on. One that is paid, or over, comes back as a problem. */
  expireSession(id: string): Promise<Result<CheckoutSession>>;
  retrieveSession(id: string): Promise<Result<CheckoutSession>>;
  /** Null when the signature is wrong or older than five minutes. */
  readEvent(rawBody: string, signature: string, now: Date): PaymentEvent | null;
}
