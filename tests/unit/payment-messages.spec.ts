import { expect, test } from '@playwright/test';
import { readOrderOutcome } from '../../src/domain/orders/order-outcome.ts';
import type { StoredOrder } from '../../src/domain/orders/stored-order.ts';
import { describeException, judgeConfirmation } from '../../src/domain/payments/payment-messages.ts';

const PHONE = '01632 960 000';
const UNABLE = 'Unable to process payment. Please try again or contact us at 01632 960 000.';

test('only a payment that is made or in progress completes the order', () => {
  const judge = (status: string) => judgeConfirmation({ paymentIntent: { id: 'pi_1', status } }, PHONE);
  expect(judge('succeeded')).toMatchObject({
    message: { title: 'Payment Successful!' },
    paymentIntentId: 'pi_1',
  });
  expect(judge('processing')).toMatchObject({
    message: { title: 'Payment Processing' },
    paymentIntentId: 'pi_1',
  });
  // Authorised: the service takes the money once the boxes are allocated.
  expect(judge('requires_capture')).toMatchObject({ paymentIntentId: 'pi_1' });
  for (const status of ['requires_payment_method', 'requires_action', 'canceled']) {
    expect(judge(status)).toEqual({
      message: {
        title: `Payment Status: ${status}`,
        description: 'Please contact us at 01632 960 000 if you have questions about your payment.',
        variant: 'default',
      },
    });
  }
});

test('a result without a payment or an error is an error', () => {
  const description = `Unexpected payment result. Please contact us at ${PHONE}.`;
  const message = { title: 'Payment Error', description, variant: 'destructive' };
  expect(judgeConfirmation({}, PHONE)).toEqual({ message });
});

test('an error about a payment that is already made completes the order', () => {
  const intent = { id: 'pi_1', status: 'succeeded' };
  const error = { type: 'invalid_request_error', message: 'Already confirmed.', payment_intent: intent };
  expect(judgeConfirmation({ error }, PHONE).paymentIntentId).toBe('pi_1');
  const open = { ...error, payment_intent: { ...intent, status: 'requires_action' } };
  expect(judgeConfirmation({ error: open }, PHONE)).toEqual({
    message: { title: 'Payment Error', description: UNABLE, variant: 'destructive' },
  });
});

test('card and validation errors keep the provider’s words, a card’s say what next, and no error has no text', () => {
  const next = `You haven’t been charged. Try it again, use another card, or ring us on ${PHONE}.`;
  for (const [type, more] of [
    ['card_error', { next }],
    ['validation_error', {}],
  ] as const) {
    const { message } = judgeConfirmation({ error: { type, message: 'No.' } }, PHONE);
    expect(message).toEqual({ title: 'Payment Failed', description: 'No.', variant: 'destructive', ...more });
  }
  const { message } = judgeConfirmation({ error: { type: 'card_error' } }, PHONE);
  expect(message.description).toBe(UNABLE);
});

test('an exception keeps its own words if it has any', () => {
  expect(describeException(new Error('The line was cut.'), PHONE).description).toBe('The line was cut.');
  for (const wordless of [new Error(''), undefined, 'text']) {
    expect(describeException(wordless, PHONE).description).toBe(
      'An unexpected error occurred. Please try again or contact us at 01632 960 000.',
    );
  }
});

test('the return URL is read for its values only', () => {
  const read = (query: string, stored: Partial<StoredOrder> | null = null) =>
    readOrderOutcome(new URLSearchParams(query), stored as StoredOrder | null);
  expect(read('')).toEqual({ kind: 'none' });
  expect(read('success=yes&payment=maybe')).toEqual({ kind: 'none' });
  expect(read('success=true&orderNumber=BB-7F3M-2Q9')).toEqual({
    kind: 'thanks',
    orderNumber: 'BB-7F3M-2Q9',
    weekLoss: null,
    confirmation: 'mailed',
    isProcessing: false,
  });
  expect(read('success=true&orderNumber=<b>')).toEqual({ kind: 'thanks-without-number' });
  expect(read('payment=success&payment_intent=pi_1&redirect_status=pending')).toEqual({
    kind: 'paid',
    paymentIntentId: 'pi_1',
  });
  for (const status of ['failed', 'requires_payment_method', 'canceled']) {
    expect(read(`payment=success&payment_intent=pi_1&redirect_status=${status}`)).toEqual({ kind: 'unpaid' });
  }
  expect(read('payment=success&payment_intent=../x')).toEqual({ kind: 'unknown' });
  expect(read('payment=success', { paymentIntentId: 'pi_2' })).toEqual({
    kind: 'paid',
    paymentIntentId: 'pi_2',
  });
});
