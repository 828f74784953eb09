import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { enterPassword } from '../support/admin-page.ts';
import { listen } from '../support/listen.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { ADMIN_PASSWORD, expect, test } from '../support/shop.ts';
import { test as siteTest } from '../support/test.ts';
import { PHONE, watchVisit } from '../support/visit-figures.ts';
import { expectThanks, payButton, payWith } from './checkout/buyer.ts';

// The pages that start with script, from a purchase to its packing. pages.spec.ts covers those without.

// In the week before the order's own, so that the list begins with what is to be packed, which it knows only once it is there.
test.use({ now: '2025-11-20T10:00:00Z' });

test('nothing moves by itself where script renders the page, on a phone and on a wide screen', async ({
  page,
}) => {
  const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
  const expectStill = async (name: string) =>
    expect((await readFigures()).shifts, `${name}: nothing moves`).toEqual([]);
  const ordersList = page.getByRole('heading', { name: 'Recent orders' });
  for (const [width, height] of [
    [412, 823],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await seedOrder(page, makeOrder());
    await page.goto(CHECKOUT);
    await expect(payButton(page)).toBeEnabled();
    await expectStill('checkout');
    await payWith(page, '4242 4242 4242 4242');
    await expectThanks(page);
    await expectStill('thank-you');
    await page.goto('/seo-monitor');
    await expect(page.getByText('Checks finished.')).toBeVisible();
    await expectStill('SEO monitor');
    await page.goto('/admin/orders');
    if (width === 412) {
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
      await expectStill('sign-in');
      await enterPassword(page, ADMIN_PASSWORD);
      await expect(ordersList).toBeVisible();
      await page.reload();
    }
    await expect(ordersList).toBeVisible();
    for (const path of [
      '',
      '/nordmann-foliage-payment',
      '/admin/packing',
      '/admin/messages',
      '/admin/mails',
    ]) {
      if (path !== '') await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expectStill(path);
    }
  }
});

/** A few frames, so that each piece is painted before the next arrives. */
const PAUSE_MS = 60;

/** A proxy that delivers pages in pieces: each ends with a drawing, or before the next part of the page. */
function startSlowProxy(siteUrl: string) {
  const server = createServer(async (request, answer) => {
    const body = request.method === 'POST' ? await buffer(request) : null;
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const response = await fetch(siteUrl + request.url, { method: request.method ?? 'GET', headers, body });
    const type = response.headers.get('content-type');
    answer.writeHead(response.status, type === null ? {} : { 'content-type': type });
    if (type?.startsWith('text/html')) {
      for (const piece of (await response.text()).split(/(?<=<\/svg>)|(?=<div class="wrap |<figure)/)) {
        answer.write(piece);
        await pause(PAUSE_MS);
      }
      answer.end();
    } else answer.end(Buffer.from(await response.arrayBuffer()));
  });
  return listen(server);
}

siteTest.describe('on a slow connection', () => {
  siteTest.use({ ...PHONE });

  siteTest('nothing moves on a page that arrives in pieces', async ({ page, siteUrl }) => {
    const server = await startSlowProxy(siteUrl);
    const slowUrl = `http://localhost:${server.port}`;
    const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
    for (const [path, width] of [
      ['/', 412],
      ['/about-us', 1280],
      ['/success', 412],
      ['/prices', 412],
      ['/nordmann-branches', 412],
      ['/contact-us/thank-you', 412],
      ['/directions', 412],
      ['/christmas-trees-bridgwater', 412],
      ['/tree-varieties', 412],
      ['/admin/orders', 1920],
    ] as const) {
      await page.setViewportSize({ width, height: PHONE.viewport.height });
      await page.goto(slowUrl + path);
      await page.waitForLoadState('networkidle');
      const { shifts, fcpMs, lcpMs } = await readFigures();
      expect(shifts, path).toEqual([]);
      // The drawings of the first screen have arrived one after the other.
      expect(Math.max(fcpMs, lcpMs), path).toBeGreaterThan(PAUSE_MS);
    }
    await server.close();
  });
});
