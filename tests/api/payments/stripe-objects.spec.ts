import { expect, test } from '@playwright/test';
import type { Stripe } from 'stripe';
import { toPayment } from '../../../api/payments/stripe-objects.ts';

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
