import { request } from 'node:http';
import { test as base, expect } from '@playwright/test';
import { SIGNED_IN_PATHS } from '#domain/pages.ts';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';
import { buildSmallSite } from '../../support/small-site.ts';

/** The real service as visitors reach it, and behind a proxy that is trusted. */
const test = base.extend<Record<never, never>, { bare: SiteServer; behindProxy: SiteServer; outDir: string }>(
  {
    outDir: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
      async ({}, use) => {
        const site = await buildSmallSite();
        await use(site.outDir);
        await site.remove();
      },
      { scope: 'worker' },
    ],
    bare: [
      async ({ outDir }, use) => {
        const server = await startSiteServer({ DIST_DIR: outDir });
        await use(server);
        await server.stop();
      },
      { scope: 'worker' },
    ],
    behindProxy: [
      async ({ outDir }, use) => {
        const server = await startSiteServer({ DIST_DIR: outDir, TRUST_PROXY: '1' });
        await use(server);
        await server.stop();
      },
      { scope: 'worker' },
    ],
  },
);

// In one worker, so that one service is enough.
test.describe.configure({ mode: 'default' });

/** Headers that differ between two answers to one request. */
const OWN_TO_EACH = ['date', 'x-request-id'];

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** The whole answer as a cache would keep it. `fetch` would not send another `Host`. */
function ask(
  { url }: SiteServer,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      { method, headers: { Host: 'www.farm.example', ...headers } },
      async (response) => {
        const kept = Object.entries(response.headersDistinct).filter(([name]) => !OWN_TO_EACH.includes(name));
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve(JSON.stringify({ status: response.statusCode, kept, text }, null, 1));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const PAGES = [
  '/',
  '/prices',
  '/prices/',
  '/about?a=1',
  '/nothing-here',
  '/robots.txt',
  '/admin/packing',
  '/order',
  '/healthz',
];

/** Headers that are not part of a cache's key, and that some servers copy into answers. */
const UNKEYED: Record<string, string>[] = [
  { Host: 'evil.example' },
  { Host: 'www.farm.example:1337' },
  { 'X-Forwarded-Host': 'evil.example' },
  { 'X-Forwarded-Server': 'evil.example' },
  { 'X-Forwarded-Port': '1337' },
  { 'X-Forwarded-Scheme': 'nothttps' },
  { 'X-Forwarded-Prefix': '/evil' },
  { 'X-Host': 'evil.example' },
  { 'X-Original-Host': 'evil.example' },
  { Forwarded: 'host=evil.example;proto=http' },
  { 'X-Original-URL': '/admin/orders' },
  { 'X-Rewrite-URL': '/admin/orders' },
  { 'X-Original-Method': 'DELETE' },
  { Via: '1.1 evil.example' },
  { Cookie: 'lang=evil.example' },
  { 'User-Agent': 'evil.example' },
  { Referer: 'https://evil.example/' },
  { Origin: 'https://evil.example' },
];

test('nothing that a cache does not look at changes an answer', async ({ bare, behindProxy }) => {
  for (const server of [bare, behindProxy]) {
    for (const path of PAGES) {
      const plain = await ask(server, path);
      for (const headers of UNKEYED) {
        expect(await ask(server, path, { headers }), `${path} ${JSON.stringify(headers)}`).toBe(plain);
      }
    }
  }
});

test('a visitor without a proxy cannot pretend to have one', async ({ bare, behindProxy }) => {
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.9' };
  expect(await ask(bare, '/prices', { headers })).toBe(await ask(bare, '/prices'));
  // A proxy's word is taken for what it is: the page is the same, with the word that browsers stay on https.
  const throughProxy = await ask(behindProxy, '/prices', { headers });
  expect(throughProxy).toContain('strict-transport-security');
  expect(throughProxy.replace(/\[\s*"strict-transport-security",\s*\[\s*"[^"]*"\s*\]\s*\],\s*/, '')).toBe(
    await ask(behindProxy, '/prices'),
  );
});

test('what is one visitor’s own is kept by no cache', async ({ bare }) => {
  for (const path of [
    '/order',
    '/order?key=x',
    ...SIGNED_IN_PATHS,
    '/api/admin/session',
    '/api/branch-boxes/orders',
    '/api/branch-boxes/weeks',
  ]) {
    expect(await ask(bare, path), path).toMatch(/"cache-control",\s*\[\s*"no-store"/);
    // Nor under a name that makes a cache take it for a picture (web cache deception).
    for (const name of ['/x.css', ';x.css', '%2fx.css', '%3fx.css', '%00x.css', '.css']) {
      expect(await ask(bare, path + name), path + name).not.toMatch(/max-age=[1-9]/);
    }
  }
});

const HEADER = '%0d%0aSet-Cookie:%20planted=1%0d%0aX-Planted:%20';

test('no line break becomes a header, and no path redirects to another site', async ({ bare }) => {
  const targets = [
    `/about${HEADER}`,
    `/about?a=${HEADER}`,
    `/prices/${HEADER}`,
    `/prices.html?${HEADER}`,
    `/order?key=${HEADER}&done=${HEADER}`,
    `/order/week.ics?key=${HEADER}`,
    `/nordmann-branches/thank-you?session_id=${HEADER}`,
    `/api/admin/orders.csv?week=${HEADER}`,
    `/about?url=https://evil.example&next=//evil.example&redirect=/\\evil.example`,
    '//evil.example/%2e%2e',
    '/%09/evil.example/prices/',
    '/https:/evil.example/prices/',
    '/.evil.example/prices/',
    '/@evil.example/prices.html',
  ];
  for (const target of targets) {
    const answer = JSON.parse(await ask(bare, target)) as { status: number; kept: [string, string[]][] };
    const headers = Object.fromEntries(answer.kept);
    expect(answer.status, target).toBeLessThan(500);
    expect(Object.keys(headers), target).not.toContain('x-planted');
    expect(headers['set-cookie'], target).toBeUndefined();
    for (const location of headers.location ?? []) expect(location, target).toMatch(/^\/[a-z]/);
  }
});
