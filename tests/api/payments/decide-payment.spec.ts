import { expect, test } from '@playwright/test';
import type { Stripe } from 'stripe';
import type { Attempt } from '../../../api/orders/attempts-repository.ts';
import { pickDetails } from '../../../api/orders/details.ts';
import { decidePayment, type PaymentFacts } from '../../../api/orders/sale/decide-payment.ts';
import type { Payment } from '../../../api/payments/payment.ts';
import { toPayment } from '../../../api/payments/stripe-objects.ts';
import { toPence } from '../../../src/domain/money.ts';
import { makeOrder } from '../mail/made-up.ts';

const NOW = new Date('2025-11-20T12:00:00.000Z');
const ORDER = makeOrder();

const ATTEMPT: Attempt = {
  ...pickDetails(ORDER),
  id: ORDER.attemptId,
  kind: 'branch_box',
  state: 'open',
  quantity: ORDER.quantity,
  unitPricePence: ORDER.unitPricePence,
  totalPence: ORDER.totalPence,
  paymentIntentId: ORDER.paymentIntentId,
  checkoutSessionId: null,
  heldUntil: null,
  sessionEndsAt: null,
  paymentMethod: 'card',
  takenBy: null,
  takenById: null,
  endsAt: null,
  heldBy: null,
  mode: 'sandbox',
  replacedBy: null,
  callNumber: 1,
  failedCards: 0,
  failedAt: null,
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
};

/** Decided without a database: everything that is known is among the facts. */
function decide(facts: Partial<Omit<PaymentFacts, 'payment'>>, payment: Partial<Payment> = {}) {
  const reported = {
    id: ORDER.paymentIntentId,
    state: 'succeeded',
    amount: ORDER.totalPence,
    currency: 'gbp',
    refunded: 0,
    goodwill: 0,
    failedRefunds: 0,
    dispute: null,
    review: null,
    createdAt: NOW,
    ...payment,
  } as Payment;
  return decidePayment({
    attempt: ATTEMPT,
    known: undefined,
    payment: reported,
    details: pickDetails(ORDER),
    isFromBuyer: true,
    isFraudWarned: false,
    isRebuilt: false,
    catalogue: { weeks: [{ id: ORDER.week }], deliveryArea: { notDeliveredTo: [] } } as never,
    hasRoom: true,
    now: NOW,
    ...facts,
  });
}

test('a new order comes with all that is known of its payment at once', () => {
  expect(decide({})).toMatchObject({
    outcome: 'new',
    order: { status: 'processing', paymentStatus: 'succeeded', flags: [], refundedPence: 0 },
    mails: { isConfirmed: true, refund: { pence: 0 } },
  });
  expect(decide({ hasRoom: false })).toMatchObject({ order: { flags: [{ code: 'week_full' }] } });
  const refunded = decide({}, { refunded: ORDER.totalPence, review: 'open' });
  expect(refunded).toMatchObject({
    made: { status: 'processing', review: null },
    order: { status: 'cancelled', review: 'open', flags: [{ code: 'review' }] },
    mails: { isConfirmed: false, refund: { pence: ORDER.totalPence, boxes: ORDER.quantity } },
  });
});

test('an authorised payment waits for its week, and is let go where there are no boxes', () => {
  const undated = { ...pickDetails(ORDER), week: null };
  const authorised = { state: 'authorised' } as const;
  expect(decide({ details: undated, isFromBuyer: false }, authorised).outcome).toBe('unpaid');
  expect(decide({ hasRoom: false }, authorised).outcome).toBe('not_taken');
  const other = decide({ known: ORDER }, { ...authorised, id: 'pi_2' });
  expect(other.outcome).toBe('not_taken');
});

test('nothing new changes nothing; a second payment is flagged until it has gone back', () => {
  expect(decide({ known: ORDER })).toMatchObject({ outcome: 'known', changes: null });
  const flags = [{ code: 'second_payment', details: ['pi_2'] }] as const;
  expect(decide({ known: ORDER }, { id: 'pi_2' })).toMatchObject({ changes: { flags } });
  const back = decide({ known: { ...ORDER, flags } }, { id: 'pi_2', refunded: ORDER.totalPence });
  expect(back).toMatchObject({ changes: { flags: [] } });
});

test('a refund that failed is the farm’s again, and nothing is mailed about it', () => {
  const known = { ...ORDER, refundedPence: toPence(ORDER.totalPence) };
  expect(decide({ known }, { failedRefunds: ORDER.totalPence })).toMatchObject({
    changes: { refundedPence: 0, refundFailedPence: ORDER.totalPence, flags: [{ code: 'refund_failed' }] },
    mails: { refund: { pence: 0 } },
  });
});

const intent = {
  id: 'pi_1',
  amount: 5470,
  amount_received: 5000,
  currency: 'gbp',
  client_secret: 'pi_1_secret_2',
  metadata: {},
  receipt_email: null,
  shipping: null,
};

function read(changes: object) {
  return toPayment({ ...intent, ...changes } as unknown as Stripe.PaymentIntent, {
    refunded: 0,
    goodwill: 0,
    failedRefunds: 0,
    dispute: null,
  });
}

test('what counts is what was received, once it was', () => {
  expect(read({ status: 'succeeded' })).toMatchObject({ state: 'succeeded', amount: 5000 });
  expect(read({ status: 'processing' })).toMatchObject({ state: 'processing', amount: 5470 });
});

test('every other status can still be paid, but for a cancelled one', () => {
  expect(read({ status: 'canceled' }).state).toBe('cancelled');
  expect(read({ status: 'requires_capture' }).state).toBe('authorised');
  const others = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'new'];
  for (const status of others) expect(read({ status }).state, status).toBe('unpaid');
});

test('an address without its parts is no crash', () => {
  const nothing = { name: null, phone: null, lines: [], city: null, postcode: null, country: null };
  expect(read({ status: 'succeeded', shipping: {} }).shipping).toEqual(nothing);
  expect(read({ status: 'succeeded', shipping: { address: { line1: '', line2: null } } }).shipping).toEqual(
    nothing,
  );
  expect(read({ status: 'succeeded', metadata: null }).attemptId).toBeNull();
});
