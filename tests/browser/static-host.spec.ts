import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../api/http/log.ts';
import { openSiteStore } from '../../api/site/site-store.ts';
import { writeForStaticHost } from '../../api/site/static-host.ts';
import { SANDBOX_PROVIDER } from '../../src/domain/payments/payment-provider.ts';
import { expect } from '../support/shop.ts';
import { test as shopTest } from '../support/shop-process.ts';
import { startStaticHost } from '../support/static-host.ts';
import { TEST_DIST } from '../support/test-site.ts';
import { expectThanks, openCheckout, payWith } from './checkout/buyer.ts';

// The pages on a host of their own, and the service elsewhere behind it: two servers. `tests/ways` writes them with the command.

const test = shopTest.extend<{ host: string }>({
  // The host is the one proxy in front.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  serviceEnv: async ({}, use) => use({ TRUST_PROXY: '1' }),
  host: async ({ shop }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'static-host-'));
    const site = await openSiteStore(TEST_DIST, createLog('silent').log, SANDBOX_PROVIDER);
    await writeForStaticHost(site.current().snapshot, folder, shop.url);
    const host = await startStaticHost(folder);
    await use(host.url);
    await host.close();
    await rm(folder, { recursive: true });
  },
  baseURL: ({ host }, use) => use(host),
});

test('a box is ordered and paid for through the host', async ({ page, shop }) => {
  await page.goto('/');
  await page.goto('/nordmann-branches');
  await openCheckout(page);
  await payWith(page, '4242424242424242');
  await expectThanks(page);
  expect(await shop.readOrders()).toMatchObject([{ customerName: 'Ann Ash', status: 'processing' }]);
});

test('its pages have the service’s headers, and what it lacks is the service’s', async ({ host, shop }) => {
  for (const path of ['/prices', '/', '/faq', '/robots.txt', '/sw.js']) {
    const [mine, its] = await Promise.all([fetch(`${shop.url}${path}`), fetch(`${host}${path}`)]);
    expect(await its.text(), path).toBe(await mine.text());
    for (const name of [
      'content-security-policy',
      'cache-control',
      'permissions-policy',
      'x-frame-options',
    ]) {
      expect(its.headers.get(name), `${name} of ${path}`).toBe(mine.headers.get(name));
    }
  }
  const moved = await fetch(`${host}/about`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/about-us']);
  for (const [path, status] of [
    ['/no-such-page', 404],
    ['/api/branch-boxes/weeks', 200],
    ['/notices.json', 200],
    ['/order?key=wrong', 404],
    ['/api/branch-boxes/orders', 401],
  ] as const) {
    expect((await fetch(`${host}${path}`)).status, path).toBe(status);
  }
});

test('a page that asks the service across origins is told why it is refused', async ({ host, shop }) => {
  const response = await fetch(`${shop.url}/api/contact-submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: host },
    body: '{}',
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'foreign_origin' });
});
