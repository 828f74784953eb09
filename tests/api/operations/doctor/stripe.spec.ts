import type { PaymentsConfig } from '../../../../api/config.ts';
import type { CheckResult } from '../../../../api/operations/doctor/check-settings.ts';
import {
  checkAtStripe,
  checkClock,
  checkWalletDomain,
  checkWebhook,
} from '../../../../api/operations/doctor/check-stripe.ts';
import { makePurchase } from '../../../../api/operations/doctor/make-purchase.ts';
import { HANDLED_EVENTS } from '../../../../api/payments/stripe-objects.ts';
import { SANDBOX_SECRET_KEY } from '../../../../api/stripe-sandbox/cards.ts';
import { runCommand } from '../../../support/run-command.ts';
import { type SmallSite, shareSmallSite } from '../../../support/small-site.ts';
import { test as base, expect } from '../../stripe-sandbox/sandbox-under-test.ts';

const test = base.extend<{ site: SmallSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  site: async ({}, use) => use(await shareSmallSite()),
});

const STEPS = [
  ...['keys', 'price', 'payment', 'card', 'order', 'event', 'rebuilt order', 'page without script'],
  ...['refund', 'end'],
];

async function purchase(payments: PaymentsConfig, { outDir: distDir }: SmallSite): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for await (const result of makePurchase({ payments, distDir }, () => {})) results.push(result);
  return results;
}

test('a whole purchase, up to the money that has gone back, leaves nothing open', async ({ box, site }) => {
  const steps = await purchase({ mode: 'sandbox', url: box.sandbox.url }, site);
  expect(steps.filter(({ ok }) => !ok)).toEqual([]);
  expect(steps.map(({ subject }) => subject)).toEqual(STEPS);
  const { data: payments } = await box.stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
  const { data: sessions } = await box.stripe.checkout.sessions.list();
  expect(payments).toMatchObject([{ amount: 2735, latest_charge: { refunded: true, disputed: false } }]);
  expect(sessions).toMatchObject([{ status: 'expired' }]);
});

test('a purchase ends where a step fails, with what to do about it, and with live keys before anything is asked', async ({
  box,
  site,
}) => {
  const url = box.sandbox.url;
  for (const [step, path, message] of [
    ['payment', '/v1/payment_intents', 'Stripe does not answer: check'],
    ['card', '/v1/payment_intents/*/confirm', 'test card could not be charged'],
    ['event', '/v1/events', 'Stripe’s events could not be read'],
    ['refund', '/v1/refunds', 'Stripe does not answer'],
  ] as const) {
    box.sandbox.faults.clear();
    box.sandbox.faults.addCall({ path, status: 500, count: 9 });
    const steps = await purchase({ mode: 'sandbox', url }, site);
    expect(steps.map(({ subject }) => subject)).toEqual(STEPS.slice(0, STEPS.indexOf(step) + 1));
    expect(steps.at(-1)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  }
  const live = { secretKey: 'rk_live_x', publishableKey: 'pk_live_x', webhookSecret: 'whsec_x' };
  const message = expect.stringContaining('STRIPE_SECRET_KEY is not a test key');
  const refused = [{ subject: 'keys', ok: false, message }];
  expect(await purchase({ mode: 'stripe', ...live }, site)).toEqual(refused);
});

test('npm run doctor -- --purchase prints each step, and ends with 1 on failure', async ({ box, site }) => {
  const env = { DIST_DIR: site.outDir, SANDBOX_URL: box.sandbox.url };
  const good = await runCommand('doctor', ['--purchase'], env);
  expect([good.code, good.stderr]).toEqual([0, '']);
  expect(good.stdout.match(/^ {2}ok {5}[a-z ]+: .+\.$/gm)?.length).toBe(STEPS.length);
  expect(good.stdout).not.toContain(SANDBOX_SECRET_KEY);
  box.sandbox.faults.addCall({ path: '/v1/refunds', status: 400, count: 9 });
  const bad = await runCommand('doctor', ['--purchase'], env);
  expect(bad.code).toBe(1);
  expect(bad.stdout).toContain('  WRONG  refund: ');
});

const WEBSITE = 'https://www.trees.test';
const WEBHOOK = `${WEBSITE}/api/stripe/webhook`;

test('Stripe is asked about its webhook, the wallets’ domain, and the time', async ({ box }) => {
  const payments = { mode: 'sandbox', url: box.sandbox.url } as const;
  box.sandbox.setWebhook({ url: 'https://old.test/webhook', secret: 'whsec_x' });
  const before = await checkAtStripe(payments, WEBSITE);
  expect(before.map(({ subject, ok }) => `${subject} ${ok}`)).toEqual([
    'key true',
    'webhook false',
    'wallets false',
    'clock true',
  ]);
  expect(before[2]?.message).toContain('www.trees.test is not registered at Stripe');
  expect(before[2]?.message).toContain('public/.well-known/apple-developer-merchantid-domain-association');

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
