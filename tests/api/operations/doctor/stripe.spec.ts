import {
  checkAtStripe,
  checkClock,
  checkWalletDomain,
  checkWebhook,
} from '../../../../api/operations/doctor/check-stripe.ts';
import { HANDLED_EVENTS } from '../../../../api/payments/stripe-objects.ts';
import { expect, test } from '../../stripe-sandbox/sandbox-under-test.ts';

const WEBSITE = 'https://www.trees.test';
const WEBHOOK = `${WEBSITE}/api/stripe/webhook`;

test('Stripe is asked about its webhook, the wallets’ domain, and the time', async ({ box }) => {
  const payments = { mode: 'sandbox', url: box.sandbox.url } as const;
  const before = await checkAtStripe(payments, WEBSITE);
  expect(before.map(({ subject, ok }) => `${subject} ${ok}`)).toEqual([
    'key true',
    'webhook false',
    'wallets false',
    'clock true',
  ]);
  expect(before[1]?.message).toContain(`Stripe sends events to ${box.receiver.url}, but not to ${WEBHOOK}`);
  expect(before[2]?.message).toContain('www.trees.test is not registered at Stripe');
  expect(before[2]?.message).toContain('public/.well-known/apple-developer-merchantid-domain-association');

  box.sandbox.faults.addCall({ path: '/v1/disputes', status: 403 });
  const restricted = await checkAtStripe(payments, WEBSITE);
  expect(restricted[0]?.message).toContain('STRIPE_SECRET_KEY may not read Disputes at Stripe');

  box.sandbox.setWebhook({ url: WEBHOOK, secret: 'whsec_x' });
  await box.stripe.paymentMethodDomains.create({ domain_name: 'www.trees.test' });
  const after = await checkAtStripe(payments, WEBSITE);
  expect(after.filter(({ ok }) => !ok)).toEqual([]);

  await box.sandbox.close();
  const gone = await checkAtStripe(payments, WEBSITE);
  expect(gone.map(({ message }) => message)).toEqual([
    'Stripe could not be asked: it cannot be reached.',
    'Stripe could not be asked: it cannot be reached.',
  ]);
  await box.restart();
});

test('the time of Stripe’s answer shows a clock that is off', async ({ box }) => {
  const { lastResponse } = await box.stripe.webhookEndpoints.list();
  const theirs = new Date(lastResponse.headers.date ?? '');
  const off = (seconds: number) => checkClock(theirs, new Date(theirs.getTime() + seconds * 1000))[0];
  expect(off(30)?.ok).toBe(true);
  expect(off(400)?.message).toBe(
    'This machine’s clock is 400 seconds fast: synchronise it with network time.',
  );
  expect(off(-90)?.message).toContain('90 seconds slow');
});

test('a webhook that is switched off, or hears of half, is named', () => {
  const at = (changes: object) =>
    checkWebhook(
      [{ url: WEBHOOK, status: 'enabled', enabled_events: [...HANDLED_EVENTS], ...changes }],
      WEBSITE,
    )[0];
  expect(at({})?.ok).toBe(true);
  expect(at({ status: 'disabled' })?.message).toContain('switched off');
  const half = HANDLED_EVENTS.filter((type) => type !== 'payment_intent.succeeded');
  expect(at({ enabled_events: half })?.message).toContain('does not send payment_intent.succeeded to');
});

test('a domain that is switched off, or not active for Apple Pay, is named', async ({ box }) => {
  const made = await box.stripe.paymentMethodDomains.create({
    domain_name: 'www.trees.test',
    enabled: false,
  });
  expect(checkWalletDomain([made], WEBSITE)[0]?.message).toContain('switched off');
  const inactive = { status: 'inactive' as const, status_details: { error_message: 'no file' } };
  const found = checkWalletDomain([{ ...made, enabled: true, apple_pay: inactive }], WEBSITE)[0];
  expect(found?.message).toContain('Apple Pay is not active for www.trees.test (no file): see that /.well');
});
