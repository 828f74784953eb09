import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { fillPaymentPages } from '../../../api/site/fill-site.ts';
import { loadSiteSnapshot, type SiteSnapshot } from '../../../api/site/site-snapshot.ts';
import { findPayments, PAYMENT_PATHS } from '../../../src/domain/pages.ts';
import {
  createStripeProvider,
  type PaymentProvider,
  SANDBOX_BANNER,
  SANDBOX_PROVIDER,
  SANDBOX_WEEKS,
  STRIPE_SCRIPT_URL,
} from '../../../src/domain/payments/payment-provider.ts';
import { pagePaths } from '../../pages/built-site.ts';
import { TEST_DIST } from '../../support/test-site.ts';

const STRIPE = createStripeProvider('pk_live_"made&up');
const SHOP_PAGES = [...PAYMENT_PATHS, '/nordmann-branches/thank-you'];
const CARD_PAGES = SHOP_PAGES.filter((path) => findPayments(path) === 'card');

let built: SiteSnapshot;
test.beforeAll(async () => {
  built = await loadSiteSnapshot(TEST_DIST);
});

const serve = (provider: PaymentProvider) => fillPaymentPages(built, provider);
const fileOf = (site: SiteSnapshot, path: string, form = '') => {
  const file = site.files.get(site.paths.get(path) + form);
  if (file === undefined) throw new Error(`There is no ${path}${form}.`);
  return file;
};
const textOf = (site: SiteSnapshot, path: string) => Buffer.from(fileOf(site, path).bytes).toString('utf8');

test("Stripe's script has the address that @stripe/stripe-js was made for", () => {
  // Read as text: the package looks for a browser when it is loaded.
  const library = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8');
  const origin = /\bORIGIN = '([^']+)'/.exec(library)?.[1];
  const release = /\bRELEASE_TRAIN = '([^']+)'/.exec(library)?.[1];
  expect(STRIPE_SCRIPT_URL).toBe(`${origin}/${release}/stripe.js`);
});

test('one built site is a shop of the sandbox, and one where money moves', async () => {
  const [sandbox, live] = [await serve(SANDBOX_PROVIDER), await serve(STRIPE)];
  const test = await serve(createStripeProvider('pk_test_made_up'));
  expect(CARD_PAGES).toHaveLength(2);
  for (const path of pagePaths()) {
    const isShop = SHOP_PAGES.includes(path);
    const page = path === '/404' ? '/' : path;
    expect(textOf(sandbox, page).includes(SANDBOX_BANNER), path).toBe(isShop);
    expect(textOf(sandbox, page).includes(SANDBOX_WEEKS), path).toBe(isShop);
    expect(textOf(live, page), path).not.toContain('sandbox-only');
    expect(textOf(live, page), path).not.toContain(SANDBOX_BANNER);
    expect(textOf(sandbox, page), path).not.toContain('js.stripe.com');
    expect(textOf(sandbox, page), path).not.toContain('class="callout season-end');
    expect(textOf(test, page), path).not.toContain('class="callout season-end');
    const isOrdering = ['/nordmann-branches', '/nordmann-foliage-payment'].includes(path);
    expect(textOf(live, page).includes('Boxes return in November.'), path).toBe(isOrdering);
  }
  for (const path of CARD_PAGES) {
    expect(textOf(sandbox, path)).toContain(
      'data-url="/payment-sandbox/stripe.js" data-key="pk_test_sandbox"',
    );
    expect(textOf(live, path)).toContain(
      'data-url="https://js.stripe.com/endive/stripe.js" data-key="pk_live_&#34;made&#38;up"',
    );
    expect(textOf(live, path)).not.toContain('payment-sandbox');
  }
});

for (const provider of [SANDBOX_PROVIDER, STRIPE]) {
  test(`with ${provider.kind}, every encoding of a page is the filled one`, async () => {
    const site = await serve(provider);
    const worker = textOf(site, '/sw.js');
    let changed = 0;
    for (const path of SHOP_PAGES) {
      const { bytes, hash } = fileOf(site, path);
      if (hash !== fileOf(built, path).hash) changed += 1;
      expect(hash).toBe(createHash('sha256').update(bytes).digest('hex').slice(0, 16));
      const brotli = fileOf(site, path, '.br').bytes;
      const forms = [brotliDecompressSync(brotli), gunzipSync(fileOf(site, path, '.gz').bytes)];
      for (const form of forms) expect(form.equals(bytes), path).toBe(true);
      expect(brotli.length).toBeLessThanOrEqual(fileOf(built, path, '.br').bytes.length + 80);
      // The worker keeps no page but one with the hash of its list.
      if (worker.includes(`"${path}":`)) expect(worker).toContain(`"${path}":"${hash}"`);
    }
    expect(changed).toBe(provider.kind === 'sandbox' ? CARD_PAGES.length + 1 : SHOP_PAGES.length);
    // The shop says which weeks are left, so it is never kept.
    expect(worker).not.toContain('"/nordmann-branches":');
    expect(brotliDecompressSync(fileOf(site, '/sw.js', '.br').bytes).toString()).toBe(worker);
    expect(fileOf(site, '/prices')).toBe(fileOf(built, '/prices'));
  });
}

test('a site of an older version, built for one way to pay, is not served', async () => {
  const write = (path: string, change: (html: string) => string): SiteSnapshot => {
    const bytes = Buffer.from(change(textOf(built, path)));
    const file = built.paths.get(path) ?? '';
    return { ...built, files: new Map(built.files).set(file, { ...fileOf(built, path), bytes }) };
  };
  const ofSandbox = write('/nordmann-branches', (html) => html.replaceAll(/<!--\/?sandbox-only-->/g, ''));
  await expect(fillPaymentPages(ofSandbox, STRIPE)).rejects.toThrow(
    '/nordmann-branches was built by another',
  );
  const ofStripe = write('/branch-box-checkout', (html) => html.replace('data-provider="unknown"', ''));
  for (const provider of [SANDBOX_PROVIDER, STRIPE]) {
    await expect(fillPaymentPages(ofStripe, provider)).rejects.toThrow('/branch-box-checkout was built by');
  }
});
