import type Stripe from 'stripe';
import { z } from 'zod';
import {
  type CardOutcome,
  findCard,
  findCardById,
  isCardNumber,
  REAL_CARD_OUTCOME,
  TEST_CARDS,
} from './cards.ts';
import { Failure, resourceMissing } from './failures.ts';
import { address, choice, integer, metadata, text, textOrUnset } from './params.ts';
import { createId, now, type Work } from './work.ts';

const billingDetails = z.strictObject({
  address: address.optional(),
  email: textOrUnset.default(null),
  name: textOrUnset.default(null),
  phone: textOrUnset.default(null),
});

/** The parameters of `POST /v1/payment_methods`, and of `payment_method_data` elsewhere. */
export const paymentMethodData = z.strictObject({
  type: choice(['card']),
  card: z.strictObject({
    number: text.transform((number) => number.replaceAll(/[\s-]/g, '')),
    exp_month: integer,
    exp_year: integer,
    cvc: text.optional(),
  }),
  billing_details: billingDetails.optional(),
  metadata: metadata.optional(),
  allow_redisplay: text.optional(),
  /** Only in the sandbox: the wallet whose sheet the card was picked in. */
  sandbox_wallet: choice(['apple_pay', 'google_pay']).optional(),
});
export type PaymentMethodData = z.output<typeof paymentMethodData>;

/** Stores a card as a payment method. Of its number only the last four digits are kept, and what it is a test of. */
export function createPaymentMethod(work: Work, data: PaymentMethodData): Stripe.PaymentMethod | Failure {
  const { number, exp_month: month, cvc } = data.card;
  const year = data.card.exp_year < 100 ? data.card.exp_year + 2000 : data.card.exp_year;
  const problem = findCardProblem(number, month, year, cvc, new Date(work.nowMs));
  if (problem) return problem;
  const card = findCard(number);
  const method = describeCard(work, {
    id: createId('pm'),
    brand: card?.brand ?? 'visa',
    last4: number.slice(-4),
    month,
    year,
    wallet: data.sandbox_wallet,
  });
  if (data.billing_details) {
    const { address: given, ...rest } = data.billing_details;
    method.billing_details = { ...method.billing_details, ...rest, address: given ?? NO_ADDRESS };
  }
  method.metadata = data.metadata ?? {};
  work.store.insert('payment_method', method, null, { outcome: card?.outcome ?? REAL_CARD_OUTCOME });
  return method;
}

/** A payment method by its id, or a new one for Stripe's `pm_card_visa` and its like. */
export function findPaymentMethod(work: Work, id: string, where: string): Stripe.PaymentMethod | Failure {
  const stored = work.store.get('payment_method', id);
  if (stored) return stored;
  const card = findCardById(id);
  if (!card) return resourceMissing('PaymentMethod', id, where);
  const year = new Date(work.nowMs).getUTCFullYear() + 1;
  const last4 = card.number.slice(-4);
  const method = describeCard(work, { id: createId('pm'), brand: card.brand, last4, month: 8, year });
  work.store.insert('payment_method', method, null, { outcome: card.outcome });
  return method;
}

/** The outcome of charging the payment method. */
export function outcomeOf(work: Work, id: string): CardOutcome {
  return work.store.readHidden('payment_method', id).outcome as CardOutcome;
}

function findCardProblem(
  number: string,
  month: number,
  year: number,
  cvc: string | undefined,
  today: Date,
): Failure | undefined {
  const refuse = (code: string, param: string, message: string) =>
    new Failure(402, { type: 'card_error', code, param, message });
  if (!isCardNumber(number)) {
    return refuse('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  if (month < 1 || month > 12) {
    return refuse('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) {
    return refuse('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1) {
    return refuse('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const digits = /^3[47]/.test(number) ? /^\d{4}$/ : /^\d{3}$/;
  if (cvc !== undefined && !digits.test(cvc)) {
    return refuse('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  return undefined;
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

interface CardFacts {
  id: string;
  brand: string;
  last4: string;
  month: number;
  year: number;
  wallet?: 'apple_pay' | 'google_pay' | undefined;
}

function describeCard(
  work: Work,
  { id, brand, last4, month, year, wallet }: CardFacts,
): Stripe.PaymentMethod {
  const isTestCard = TEST_CARDS.some(({ number }) => number.endsWith(last4));
  return {
    id,
    object: 'payment_method',
    billing_details: { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: isTestCard ? 'GB' : null,
      display_brand: brand,
      exp_month: month,
      exp_year: year,
      fingerprint: `sandbox${brand}${last4}`,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: wallet ? { dynamic_last4: null, type: wallet, [wallet]: {} } : null,
    },
    created: now(work),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
