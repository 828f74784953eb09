import type Stripe from 'stripe';
import { z } from 'zod';
import { passesLuhn } from './browser/card.js';
import { type CardOutcome, REAL_CARD_OUTCOME, TEST_CARDS } from './cards.ts';
import { Failure, resourceMissing } from './failures.ts';
import { address, choice, integer, text, textOrUnset } from './params.ts';
import type { PaymentMethod } from './store.ts';
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
});
export type PaymentMethodData = z.output<typeof paymentMethodData>;

/** Stores a card as a payment method. Of its number only the last four digits are kept, and what it is a test of. */
export function createPaymentMethod(work: Work, data: PaymentMethodData): PaymentMethod | Failure {
  const { number, exp_month: month, cvc } = data.card;
  const year = data.card.exp_year < 100 ? data.card.exp_year + 2000 : data.card.exp_year;
  const problem = findCardProblem(number, month, year, cvc, new Date(work.nowMs));
  if (problem) return problem;
  const card = TEST_CARDS.find((each) => each.number === number);
  const facts = { last4: number.slice(-4), month, year };
  const { address: given = NO_ADDRESS, ...rest } = data.billing_details ?? {};
  return storeCard(work, facts, card?.outcome ?? REAL_CARD_OUTCOME, { ...rest, address: given });
}

/** A payment method by its id, or a new one for Stripe's `pm_card_visa` and its like. */
export function findPaymentMethod(work: Work, id: string, where: string): PaymentMethod | Failure {
  const stored = work.store.get('payment_method', id);
  if (stored) return stored;
  const card = TEST_CARDS.find((each) => each.id === id);
  if (!card) return resourceMissing('PaymentMethod', id, where);
  const year = new Date(work.nowMs).getUTCFullYear() + 1;
  return storeCard(work, { last4: card.number.slice(-4), month: 8, year }, card.outcome);
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
  const refuse = (code: string, param: string, what: string) => {
    const message = `Your card's ${what} is invalid.`;
    return new Failure(402, { type: 'card_error', code, param, message });
  };
  const thisYear = today.getUTCFullYear();
  const isPast = year === thisYear && month < today.getUTCMonth() + 1;
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    return refuse('incorrect_number', 'number', 'number');
  if (month < 1 || month > 12 || isPast)
    return refuse('invalid_expiry_month', 'exp_month', 'expiration month');
  if (year < thisYear || year > thisYear + 50)
    return refuse('invalid_expiry_year', 'exp_year', 'expiration year');
  if (cvc !== undefined && !/^\d{3}$/.test(cvc)) return refuse('invalid_cvc', 'cvc', 'security code');
  return undefined;
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

interface CardFacts {
  last4: string;
  month: number;
  year: number;
}

function storeCard(
  work: Work,
  { last4, month, year }: CardFacts,
  outcome: CardOutcome,
  billing: Partial<Stripe.PaymentMethod.BillingDetails> = {},
): PaymentMethod {
  const method: PaymentMethod = {
    id: createId('pm'),
    object: 'payment_method',
    billing_details: { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null, ...billing },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'GB',
      display_brand: 'visa',
      exp_month: month,
      exp_year: year,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now(work),
    livemode: false,
    metadata: {},
    type: 'card',
  };
  work.store.insert('payment_method', method, null, { outcome });
  return method;
}
