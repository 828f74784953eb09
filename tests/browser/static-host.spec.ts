import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { createLog } from '../../api/http/log.ts';
import { openSiteStore } from '../../api/site/site-store.ts';
import { writeForStaticHost } from '../../api/site/static-host.ts';
import { SANDBOX_PROVIDER } from '../../src/domain/payments/payment-provider.ts';
import { listen } from '../support/listen.ts';
import { expect, test as shopTest } from '../support/shop.ts';
import { TEST_DIST } from '../support/test-site.ts';
import { expectThanks, openCheckout, payWith } from './checkout/buyer.ts';

/**
 * A host that serves a folder as hosts do that read `_headers` and `_redirects`: files first, then redirects. A
 * redirect with status 200 passes the request on to the other server.
 */
async function startStaticHost(folder: string): Promise<{ url: string; close: () => void }> {
  const headers = readHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const redirects = readFileSync(join(folder, '_redirects'), 'utf8').trim().split('\n');
  const host = new Hono();
  host.use(async (c, next) => {
    await next();
    const rule = headers.get(c.req.path) ?? headers.get(c.req.path.replace(/^(\/[^/]+\/).*/, '$1*')) ?? {};
    for (const [name, value] of Object.entries(rule)) c.header(name, value);
  });
  const rewriteRequestPath = (path: string) => (extname(path) === '' && path !== '/' ? `${path}.html` : path);
  host.get('*', serveStatic({ root: relative('.', folder), rewriteRequestPath }));
  for (const [from = '', to = '', status] of redirects.map((line) => line.split(' '))) {
    if (status === '301') host.all(from, (c) => c.redirect(to, 301));
    else host.all('*', (c) => pass(c, to.replace('/:splat', '')));
  }
  const { port, close } = await listen(createAdaptorServer({ fetch: host.fetch }) as Server);
  return { url: `http://localhost:${port}`, close };
}

function pass({ req }: Context, target: string): Promise<Response> {
  const { host = '', ...headers } = req.header();
  return proxy(target + req.url.slice(new URL(req.url).origin.length), {
    raw: req.raw,
    headers: {
      ...headers,
      'x-forwarded-host': host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    },
  });
}

/** By path, or by folder with an asterisk. */
function readHeaders(text: string): Map<string, Record<string, string>> {
  const rules = text
    .trimEnd()
    .split(/\n(?=\/)/)
    .map((rule) => {
      const [path = '', ...lines] = rule.split('\n');
      return [path, Object.fromEntries(lines.map((line) => line.trim().split(/: (.*)/)))] as const;
    });
  return new Map(rules);
}

// The pages on a host of their own, and the service elsewhere behind it: two servers. `tests/ways` writes them with the command.

const test = shopTest.extend<{ host: string }>({
  // The host is the one in front.
  trustedProxies: 1,
  host: async ({ shop }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'static-host-'));
    const site = await openSiteStore(TEST_DIST, createLog('silent').log, SANDBOX_PROVIDER);
    await writeForStaticHost(site.current().snapshot, folder, shop.url);
    const host = await startStaticHost(folder);
    await use(host.url);
    host.close();
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

  // A page that asks the service across origins is told why it is refused.
  const response = await fetch(`${shop.url}/api/contact-submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: host },
    body: '{}',
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'foreign_origin' });
});
