import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openContactPage } from '../support/contact.ts';
import { KEEPS_PAGES } from '../support/precache.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { expect, test } from '../support/test.ts';
import { TEST_DIST } from '../support/test-site.ts';
import { PHONE, type VisitRequest, watchVisit } from '../support/visit-figures.ts';
import { payButton } from './checkout/buyer.ts';
import { openForm } from './order/order-page.ts';

// What the bytes of each page may be is in pages.spec.ts.
test.use(PHONE);

/** What each island may weigh in kilobytes once it is used, and how it is. */
const ISLANDS: Record<string, { most: number; use: (page: Page) => Promise<unknown> }> = {
  'scanning until there is a picture': {
    most: 14,
    async use(page) {
      await page.goto('/admin/packing/scan');
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    },
  },
  'the branch box form': { most: 77, use: (page) => openForm(page) },
  'the contact form': { most: 75, use: openContactPage },
  'the search of the FAQ': {
    most: 75,
    async use(page) {
      await page.goto('/faq');
      await page.getByRole('searchbox').fill('dogs');
      await expect(page.locator('.faq-search-results')).toBeVisible();
    },
  },
  'the checkout': {
    most: 92,
    async use(page) {
      await seedOrder(page, makeOrder());
      await page.goto(CHECKOUT);
      await expect(payButton(page)).toBeEnabled();
    },
  },
};

test('no island needs more of our own script than it may', async ({ page }) => {
  const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
  for (const [what, { most, use }] of Object.entries(ISLANDS)) {
    const before = (await readFigures()).requests.length;
    await use(page);
    const bytes = sumScripts((await readFigures()).requests.slice(before));
    expect.soft(bytes, what).toBeGreaterThan(most * 350);
    expect.soft(bytes, what).toBeLessThanOrEqual(most * 1000);
  }
});

/** Brotli bytes of the site's own scripts that were requested. */
function sumScripts(requests: readonly VisitRequest[]): number {
  const { files } = JSON.parse(readFileSync(`${TEST_DIST}/build.json`, 'utf8')) as {
    files: { path: string; bytes: number }[];
  };
  const scripts = requests.filter(({ type, path }) => type === 'Script' && !KEEPS_PAGES.test(path));
  const asked = new Set(scripts.map(({ path }) => path.slice(1)));
  return files
    .filter(
      ({ path }) =>
        asked.has(path.replace(/\.br$/, '')) &&
        (path.endsWith('.br') || !files.some((file) => file.path === `${path}.br`)),
    )
    .reduce((sum, { bytes }) => sum + bytes, 0);
}
