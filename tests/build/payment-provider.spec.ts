import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { SANDBOX_BANNER, SANDBOX_MOUNT } from '#domain/payment-sandbox.ts';
import { readPage } from '../pages/built-site.ts';
import { ProjectCopy } from '../support/project-copy.ts';

const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';
const SHOP_PAGES = ['/nordmann-branches', '/branch-box-checkout', '/nordmann-foliage-payment'];

/** What a built page's own script is told to load, where it has one. */
const paymentScriptOf = (html: string) => /data-id="payment-script" data-url="([^"]*)"/.exec(html)?.[1];
const asksForScript = (path: string) =>
  readFileSync(`src/pages${path}.astro`, 'utf8').includes('<PaymentScript');

test("Stripe's script has the address that @stripe/stripe-js was made for", () => {
  // Read as text: the package looks for a browser when it is loaded, our file for a build.
  const library = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8');
  const origin = /\bORIGIN = '([^']+)'/.exec(library)?.[1];
  const release = /\bRELEASE_TRAIN = '([^']+)'/.exec(library)?.[1];
  expect(`${origin}/${release}/stripe.js`).toBe(STRIPE_SCRIPT);
  const ours = readFileSync('src/lib/payment-provider.ts', 'utf8');
  expect(/STRIPE_SCRIPT_URL = '([^']+)'/.exec(ours)?.[1]).toBe(STRIPE_SCRIPT);
});

for (const path of SHOP_PAGES) {
  test(`without a key, ${path} says that no money moves, and loads no script but the sandbox's`, () => {
    const html = readPage(path);
    expect(html).toContain(SANDBOX_BANNER);
    expect(html).not.toContain('js.stripe.com');
    expect(paymentScriptOf(html)).toBe(asksForScript(path) ? `${SANDBOX_MOUNT}/stripe.js` : undefined);
  });
}

test.describe('with a key', () => {
  test.describe.configure({ mode: 'serial' });
  let project: ProjectCopy;

  test.beforeAll(async () => {
    // A whole build, on a machine that may be busy.
    test.setTimeout(120_000);
    project = await ProjectCopy.create();
    const { code, output } = await project.runWith(
      { PUBLIC_STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
      'src/build/build-site.ts',
    );
    expect(code, output).toBe(0);
  });

  test.afterAll(() => project.remove());

  for (const path of SHOP_PAGES) {
    test(`${path} shows no banner, and loads no script but Stripe's`, async () => {
      const html = await project.read(`dist${path}.html`);
      expect(html).not.toContain(SANDBOX_BANNER);
      expect(html).not.toContain(SANDBOX_MOUNT);
      expect(paymentScriptOf(html)).toBe(asksForScript(path) ? STRIPE_SCRIPT : undefined);
    });
  }
});
