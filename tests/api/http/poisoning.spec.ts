import { SIGNED_IN_PATHS } from '#domain/pages.ts';
import { type AppUnderTest, expect, openApp, test } from '../app-under-test.ts';

/** Headers that differ between two answers to one request. */
const OWN_TO_EACH = ['date', 'x-request-id'];

/** The whole answer as a cache would keep it. */
async function ask(
  { app }: AppUnderTest,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  // As a whole address, because `app.request` would read `//evil.example/` as one itself.
  const response = await app.request(`http://www.farm.example${path}`, {
    headers: { Host: 'www.farm.example', ...headers },
  });
  const kept = [...response.headers].filter(([name]) => !OWN_TO_EACH.includes(name));
  return JSON.stringify({ status: response.status, kept, text: await response.text() });
}

const PAGES = [
  ...['/', '/prices', '/prices/', '/about?a=1', '/nothing-here', '/robots.txt'],
  ...['/admin/packing', '/order', '/healthz'],
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

test('nothing that a cache does not look at changes an answer, and nobody can pretend to have a proxy', async ({
  app,
}) => {
  const behindProxy = await openApp(undefined, { trustedProxies: 1 });
  for (const server of [app, behindProxy]) {
    for (const path of PAGES) {
      const plain = await ask(server, path);
      for (const headers of UNKEYED)
        expect(await ask(server, path, headers), `${path} ${JSON.stringify(headers)}`).toBe(plain);
    }
  }
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.9' };
  expect(await ask(app, '/prices', headers)).toBe(await ask(app, '/prices'));
  // A proxy's word is taken for what it is: the page is the same, with the word that browsers stay on https.
  const told = '["strict-transport-security","max-age=31536000"],';
  const throughProxy = await ask(behindProxy, '/prices', headers);
  expect(throughProxy).toContain(told);
  expect(throughProxy.replace(told, '')).toBe(await ask(behindProxy, '/prices'));
  await behindProxy.close();
});

test('what is one visitor’s own is kept by no cache', async ({ app }) => {
  for (const path of [
    ...['/order', '/order?key=x', ...SIGNED_IN_PATHS],
    ...['/api/admin/session', '/api/branch-boxes/orders', '/api/branch-boxes/weeks'],
  ]) {
    expect(await ask(app, path), path).toContain('["cache-control","no-store"]');
    // Nor under a name that makes a cache take it for a picture (web cache deception).
    for (const name of ['/x.css', ';x.css', '%2fx.css', '%3fx.css', '%00x.css', '.css'])
      expect(await ask(app, path + name), path + name).not.toMatch(/max-age=[1-9]/);
  }
});

const HEADER = '%0d%0aSet-Cookie:%20planted=1%0d%0aX-Planted:%20';

test('no line break becomes a header, and no path redirects to another site', async ({ app }) => {
  for (const target of [
    `/about${HEADER}`,
    `/about?a=${HEADER}`,
    `/prices/${HEADER}`,
    `/prices.html?${HEADER}`,
    `/order?key=${HEADER}&done=${HEADER}`,
    `/order/week.ics?key=${HEADER}`,
    `/nordmann-branches/thank-you?session_id=${HEADER}`,
    `/api/admin/orders.csv?week=${HEADER}`,
    `/about?url=https://evil.example&next=//evil.example&redirect=/\\evil.example`,
    ...['//evil.example/%2e%2e', '/%09/evil.example/prices/', '/https:/evil.example/prices/'],
    ...['//evil.example/', '//evil.example/prices/', '//evil.example/prices.html', '/%2f%2fevil.example/'],
    ...['/%5cevil.example/', '/\\evil.example/', '//prices/', '/about//evil.example/'],
    ...['/.evil.example/prices/', '/@evil.example/prices.html'],
  ]) {
    const { status, kept }: { status: number; kept: [string, string][] } = JSON.parse(await ask(app, target));
    const headers = Object.fromEntries(kept);
    expect(status, target).toBeLessThan(500);
    expect(Object.keys(headers), target).not.toContain('x-planted');
    expect(headers['set-cookie'], target).toBeUndefined();
    expect(headers.location ?? '/prices', target).toMatch(/^\/[a-z]/);
  }
});
