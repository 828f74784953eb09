import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { SANDBOX_BANNER, SANDBOX_MOUNT } from '#domain/payment-sandbox.ts';
import { readPage } from '../pages/built-site.ts';
import { asksForScript, paymentScriptOf, SHOP_PAGES, STRIPE_SCRIPT } from './payment-pages.ts';

test("Stripe's script has the address that @stripe/stripe-js was made for", () => {
  // Read as text: the package looks for a browser when it is loaded, our file for a build.
  const library = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8');
  const origin = /\bORIGIN = '([^']+)'/.exec(library)?.[1];
  const release = /\bRELEASE_TRAIN = '([^']+)'/.exec(library)?.[1];
  expect(`${origin}/${release}/stripe.js`).toBe(STRIPE_SCRIPT);
  const ours = readFileSync('src/lib/payment-provider.ts', 'utf8');
  expect(/STRIPE_SCRIPT_URL = '([^']+)'/.exec(ours)?.[1]).toBe(STRIPE_SCRIPT);
});

// With a key: project.spec.ts.
for (const path of SHOP_PAGES) {
  test(`without a key, ${path} says that no money moves, and loads no script but the sandbox's`, () => {
    const html = readPage(path);
    expect(html).toContain(SANDBOX_BANNER);
    expect(html).not.toContain('js.stripe.com');
    expect(paymentScriptOf(html)).toBe(asksForScript(path) ? `${SANDBOX_MOUNT}/stripe.js` : undefined);
  });
}
