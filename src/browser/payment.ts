import type { ConfirmPaymentData, Stripe, StripeElements } from '@stripe/stripe-js';
import { parsePounds } from '#domain/money.ts';
import type { StartedPayment } from '#domain/orders/order-outcome.ts';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import {
  describeException,
  judgeConfirmation,
  NOT_READY,
  type PaymentMessage,
  type PaymentOutcome,
} from '#domain/payments/payment-messages.ts';
import { ApiError, callApiForJson } from './api-client.ts';
import { loadPayments } from './load-stripe.ts';
import { createUuid } from './random-id.ts';
import {
  type FoliageChoice,
  type FoliagePurchase,
  KEPT_FOLIAGE,
  keepRefused,
  ORDER_PATH,
  openFoliage,
  type RefusedCheckout,
  readStoredOrder,
  storeOrder,
} from './stored-order.ts';

/** Starting and confirming a payment, for both pages that take one. */

interface Ready<Purchase> {
  readonly name: 'ready';
  readonly purchase: Purchase;
  readonly payment: StartedPayment;
  /** The price per box that the buyer knows, if it has changed since; pounds as a decimal string. */
  readonly knownPrice?: string | undefined;
}

interface Paid<Purchase> {
  readonly name: 'paid';
  /** Null if the browser has lost it. */
  readonly purchase: Purchase | null;
  readonly paymentIntentId: string;
  /** The provider's message about the payment; missing after a reload. */
  readonly title?: string;
}

/** The buyer's progress on either page. Once the boxes are paid for, nothing more can be paid. */
export type Stage<Purchase> = { readonly name: 'preparing' | 'choosing' } | Ready<Purchase> | Paid<Purchase>;

/**
 * Reads the stored order and requests its payment (section 4, checkout page load). Without an order, or without a payment
 * for it, it returns to the order form, which says why.
 */
export async function prepareCheckout(): Promise<Stage<StoredOrder> | null> {
  const order = readStoredOrder();
  if (order === null) {
    keepRefused({ isEmpty: true });
    location.replace(ORDER_PATH);
    return null;
  }
  keepRefused(null);
  const { paymentIntentId } = order;
  if (paymentIntentId !== undefined) return { name: 'paid', purchase: order, paymentIntentId };
  try {
    const { payment, purchase } = await requestPayment(startBranchBoxPayment, order, (refused) => {
      const renewed = renewOrder(order, refused);
      if (renewed) storeOrder(renewed);
      return renewed;
    });
    const knownPrice = purchase.unitPrice === order.unitPrice ? undefined : order.unitPrice;
    return { name: 'ready', purchase, payment, knownPrice };
  } catch (error) {
    const found = error instanceof ApiError && error.code === 'already_paid' && error.body.paymentIntentId;
    if (typeof found === 'string') return { name: 'paid', purchase: order, paymentIntentId: found };
    keepRefused(describeRefusal(error));
    location.replace(`${ORDER_PATH}#order`);
    return null;
  }
}

/** At another price, which the buyer sees before paying, an order is a new purchase to the service. */
function renewOrder(order: StoredOrder, { code, body }: ApiError): StoredOrder | null {
  const { unitPrice, totalAmount } = body;
  if (code === 'order_changed') return { ...order, attemptId: createUuid() };
  if (code !== 'price_changed' || !isPounds(unitPrice) || !isPounds(totalAmount)) return null;
  return { ...order, unitPrice, totalAmount, attemptId: createUuid(), replaces: order.attemptId };
}

function describeRefusal(error: unknown): RefusedCheckout {
  if (error instanceof ApiError) {
    const reason = error.error && [error.error, ...Object.values(error.fields)].join(' ');
    return { reason, isAboutWeek: error.code === 'week_full' || error.code === 'week_not_on_sale' };
  }
  // Offline is for the buyer to fix. Anything else is our mistake, but the buyer must not wait forever for it.
  if (!(error instanceof TypeError)) reportError(error);
  return {};
}

/** Requests the payment for these boxes. @throws ApiError, or TypeError without a response */
export async function startFoliagePayment(choice: FoliageChoice): Promise<StartedPayment> {
  const ask = ({ paymentIntentId, ...payload }: FoliagePurchase) =>
    askForPayment({ url: '/create-payment-intent', payload });
  const { payment } = await requestPayment(ask, openFoliage(choice), ({ code }, outdated) => {
    if (code !== 'order_changed') return null;
    KEPT_FOLIAGE.forget(outdated);
    return openFoliage(choice);
  });
  return payment;
}

/** The same order and attempt get the same payment when requested again. */
function startBranchBoxPayment(order: StoredOrder): Promise<StartedPayment> {
  const { attemptId, replaces, paymentIntentId, ...data } = order;
  const { customerName, customerEmail } = order;
  return askForPayment({
    url: '/api/create-payment-intent',
    failure: 'Payment intent failed',
    payload: {
      amount: Number(order.totalAmount),
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { customerName, customerEmail, orderType: 'branch_box' },
      order: data,
      attemptId,
      ...(replaces !== undefined && { replaces }),
    },
  });
}

function askForPayment(request: { url: string; payload: unknown; failure?: string }) {
  const wants = ['clientSecret', 'attemptId', 'quantity', 'unitPrice', 'amount'] as const;
  return callApiForJson<StartedPayment>({ method: 'POST', ...request, wants });
}

/**
 * Starts a purchase, or once more what has become of it: it may have expired or changed, for example after a day.
 * @param renew returns the purchase to start instead, or null
 */
async function requestPayment<Purchase>(
  start: (purchase: Purchase) => Promise<StartedPayment>,
  purchase: Purchase,
  renew: (refused: ApiError, outdated: Purchase) => Purchase | null,
) {
  try {
    return { purchase, payment: await start(purchase) };
  } catch (error) {
    const renewed = error instanceof ApiError ? renew(error, purchase) : null;
    if (renewed === null) throw error;
    return { purchase: renewed, payment: await start(renewed) };
  }
}

function isPounds(value: unknown): value is string {
  return typeof value === 'string' && parsePounds(value) !== null;
}

interface FailureOptions {
  readonly isInForm?: boolean;
  readonly isAddress?: boolean;
  readonly cause?: unknown;
}

/** Why a payment failed, in the words of a notification (section 8). */
export class PaymentFailure extends Error {
  readonly notification: PaymentMessage;
  /** Whether the provider's form also shows the error and has taken the focus. */
  readonly isInForm: boolean;
  /** Whether the name or address in the wallet was refused. */
  readonly isAddress: boolean;

  constructor(notification: Partial<PaymentMessage>, options: FailureOptions = {}) {
    const { isInForm = false, isAddress = false, cause } = options;
    super(notification.description, { cause });
    this.notification = { title: 'Payment Failed', description: '', variant: 'destructive', ...notification };
    this.isInForm = isInForm;
    this.isAddress = isAddress;
  }
}

/** Turns any error into a payment failure. */
export function toFailure(error: unknown, phone: string): PaymentFailure {
  return error instanceof PaymentFailure
    ? error
    : new PaymentFailure(describeException(error, phone), { cause: error });
}

/** What a payment is confirmed with. */
export interface Confirmation {
  readonly stripe: Stripe | null;
  readonly elements: StripeElements | null;
  readonly payment: StartedPayment;
  /** Including the page that the buyer's bank returns to. */
  readonly params: Omit<ConfirmPaymentData, 'return_url'> & { readonly return_url: string };
  readonly phone: string;
  /** Whether to show every error in the provider's words, as on the foliage page, or only errors about the card. */
  readonly isQuoted: boolean;
}

/**
 * Confirms the payment, which may redirect to the buyer's bank.
 * @returns the id of a payment that is made or in progress, and the message to show
 * @throws PaymentFailure, or what the provider's script throws
 */
export async function confirmPayment(confirmation: Confirmation): Promise<Required<PaymentOutcome>> {
  const { stripe, elements, payment, params, phone, isQuoted } = confirmation;
  if (!stripe || !elements) throw new PaymentFailure(NOT_READY);
  const { clientSecret } = payment;
  const result = await stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: params,
    redirect: 'if_required',
  });
  const { message, paymentIntentId } = judgeConfirmation(result, phone, isQuoted);
  if (paymentIntentId !== undefined) return { message, paymentIntentId };
  throw new PaymentFailure(message, { isInForm: result.error?.type === 'validation_error' });
}

/** The values in the URL when a buyer returns from the bank to the foliage page. */
export interface Returned {
  readonly paymentIntentId: string;
  readonly attemptId: string | undefined;
  readonly clientSecret: string;
  readonly hasFailed: boolean;
}

/** Returns null for every other visit. */
export function readReturn(search: string): Returned | null {
  const query = new URLSearchParams(search);
  const paymentIntentId = query.get('payment_intent');
  if (query.get('payment') !== 'success' || paymentIntentId === null) return null;
  return {
    paymentIntentId,
    attemptId: query.get('attempt') ?? undefined,
    // The inline script has already moved it out of the URL (domain/pages.ts).
    clientSecret: history.state?.secrets?.payment_intent_client_secret ?? '',
    hasFailed: query.get('redirect_status') === 'failed',
  };
}

/** The provider's own words for a payment that the bank refused. */
export async function explainRefusal(clientSecret: string): Promise<string> {
  const unknown = 'The payment did not go through. Please try again.';
  try {
    const stripe = await loadPayments();
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return paymentIntent?.last_payment_error?.message ?? unknown;
  } catch {
    return unknown;
  }
}
