import type { PaymentsConfig } from '../../../../api/config.ts';
import type { CheckResult } from '../../../../api/operations/doctor/check-settings.ts';
import { makePurchase } from '../../../../api/operations/doctor/make-purchase.ts';
import { SANDBOX_SECRET_KEY } from '../../../../api/stripe-sandbox/cards.ts';
import { runCommand } from '../../../support/run-command.ts';
import { buildSmallSite, type SmallSite } from '../../../support/small-site.ts';
import { test as base, expect } from '../../stripe-sandbox/sandbox-under-test.ts';

const test = base.extend<object, { site: SmallSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const site = await buildSmallSite();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
});

const STEPS = [
  'keys',
  'price',
  'payment',
  'card',
  'order',
  'event',
  'rebuilt order',
  'page without script',
  'refund',
  'end',
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

const FAULTS = [
  ['payment', { path: '/v1/payment_intents', status: 500, count: 9 }, 'Stripe does not answer: check'],
  [
    'card',
    { path: '/v1/payment_intents/*/confirm', status: 500, count: 9 },
    'test card could not be charged',
  ],
  ['event', { path: '/v1/events', status: 500, count: 9 }, 'Stripe’s events could not be read'],
  ['refund', { path: '/v1/refunds', status: 500, count: 9 }, 'Stripe does not answer'],
] as const;

for (const [step, fault, message] of FAULTS) {
  test(`it ends where ${step} fails, with what to do about it`, async ({ box, site }) => {
    box.sandbox.faults.addCall(fault);
    const steps = await purchase({ mode: 'sandbox', url: box.sandbox.url }, site);
    expect(steps.map(({ subject }) => subject)).toEqual(STEPS.slice(0, STEPS.indexOf(step) + 1));
    expect(steps.at(-1)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
}

test('live keys are refused before anything is asked', async ({ site }) => {
  const payments = {
    mode: 'stripe',
    secretKey: 'rk_live_x',
    publishableKey: 'pk_live_x',
    webhookSecret: 'whsec_x',
  } as const;
  const steps = await purchase(payments, site);
  expect(steps).toEqual([
    { subject: 'keys', ok: false, message: expect.stringContaining('STRIPE_SECRET_KEY is not a test key') },
  ]);
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
