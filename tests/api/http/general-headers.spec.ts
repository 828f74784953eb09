import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { expect, test } from '@playwright/test';
import { readPage } from '../../pages/built-site.ts';
import { hashesOf, openSiteWithHeaders, parsePolicy, readHeaders } from './site-with-headers.ts';

test('every answer has the general headers: pages, files, redirects, errors', async () => {
  const app = await openSiteWithHeaders('sandbox', (routes) => {
    routes.get('/api/orders', (c) => c.json([]));
    routes.get('/api/broken', () => {
      throw new Error('a bug');
    });
  });
  app.onError((_error, c) => c.json({ error: 'Sorry.' }, 500));
  for (const path of [
    '/',
    '/robots.txt',
    '/favicon.svg',
    '/about',
    '/no-such-page',
    '/api/orders',
    '/api/broken',
  ]) {
    const headers = await readHeaders(path, app);
    expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff');
    expect(headers.get('Referrer-Policy'), path).toBe('strict-origin');
    expect(headers.get('Cross-Origin-Resource-Policy'), path).toBe('same-origin');
    expect(headers.get('Strict-Transport-Security'), path).toBeNull();
    expect(headers.get('Content-Security-Policy'), path).toContain("default-src 'none'");
  }
});

test('behind https browsers are told to stay there', async () => {
  const app = await openSiteWithHeaders();
  const headers = { 'X-Forwarded-Proto': 'https' };
  const response = await app.request('/prices', { headers });
  expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
});

test('only pictures for sharing may be shown by other sites', async () => {
  const app = await openSiteWithHeaders('sandbox', (routes) =>
    routes.get('/share/x.png', (c) => c.body('png')),
  );
  expect((await readHeaders('/share/x.png', app)).get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  expect((await readHeaders('/favicon.svg', app)).get('Cross-Origin-Resource-Policy')).toBe('same-origin');
});

test('API answers may do nothing in a browser, and are not stored', async () => {
  const app = await openSiteWithHeaders('sandbox', (routes) => {
    routes.get('/api/orders', (c) => c.json([]));
    routes.get('/api/cached', (c) => c.json([], 200, { 'Cache-Control': 'max-age=60' }));
  });
  const headers = await readHeaders('/api/orders', app);
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect((await readHeaders('/api/cached', app)).get('Cache-Control')).toBe('max-age=60');
});

test('a page that is not modified answers its policy too, and the 404 page has its own', async () => {
  const app = await openSiteWithHeaders();
  const first = await app.request('/prices');
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
  const second = await app.request('/prices', { headers });
  expect(second.status).toBe(304);
  const policy = first.headers.get('Content-Security-Policy');
  expect(second.headers.get('Content-Security-Policy')).toBe(policy);
  const notFound = parsePolicy(await readHeaders('/no-such-page', app));
  const [script = ''] = hashesOf(readPage('/404'), /<script type="module">([\s\S]*?)<\/script>/g);
  expect(notFound['script-src']).toContain(script);
});

test('a page that the service fills keeps the policy of the built one: what is filled in allows nothing', async () => {
  const app = await openSiteWithHeaders('sandbox', (routes) =>
    routes.post('/api/contact-submit', (c) => {
      c.set('builtPage', '/contact-us');
      return c.html(`${readPage('/contact-us')}<script>steal()</script>`, 422);
    }),
  );
  const { headers } = await app.request('/api/contact-submit', { method: 'POST' });
  const built = await readHeaders('/contact-us', app);
  expect(headers.get('Content-Security-Policy')).toBe(built.get('Content-Security-Policy'));
  expect(headers.get('Permissions-Policy')).toBe(built.get('Permissions-Policy'));
});

test('a route’s own policy stays, and HTML that nobody knows may run nothing of its own', async () => {
  const own = "default-src 'none'; script-src 'self'";
  const app = await openSiteWithHeaders('sandbox', (routes) => {
    routes.get('/payment-sandbox/pay', (c) => c.html('<p>Pay', 200, { 'Content-Security-Policy': own }));
    routes.get('/api/page', (c) => c.html('<script>run()</script>'));
  });
  expect((await readHeaders('/payment-sandbox/pay', app)).get('Content-Security-Policy')).toBe(own);
  expect(parsePolicy(await readHeaders('/api/page', app))['script-src']).toEqual(["'self'"]);
});

test('an answer passed on from fetch, whose headers are locked, gets them all the same', async () => {
  const behind = createServer((_request, response) => {
    response.writeHead(402, { 'Set-Cookie': ['a=1', 'b=2'], 'Content-Type': 'application/json' }).end('{}');
  });
  const app = await openSiteWithHeaders('sandbox', (routes) =>
    routes.get('/api/forwarded', async () => fetch(await listen(behind))),
  );
  // Over the service's own server, which has a Response of its own.
  const service = createAdaptorServer({ fetch: app.fetch }) as Server;
  const response = await fetch(`${await listen(service)}/api/forwarded`);
  expect(response.status).toBe(402);
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.json()).toEqual({});
  for (const server of [behind, service]) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the service worker may fetch the pages that it keeps, and nothing else', async () => {
  const headers = await readHeaders('/sw.js');
  expect(headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  );
});
