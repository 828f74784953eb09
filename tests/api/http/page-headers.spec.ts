import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { expect, test } from '@playwright/test';
import { hashInline } from '../../../api/site/page-markup.ts';
import { SPECULATION_RULES } from '../../../src/domain/speculation-rules.ts';
import { pagePaths, readPage } from '../../pages/built-site.ts';
import { hashesOf, openSiteWithHeaders, parsePolicy, readHeaders } from './site-with-headers.ts';

const withoutHashes = (sources: string[] = []) => sources.filter((source) => !source.startsWith("'sha256-"));

for (const path of pagePaths()) {
  test(`${path} may run what it was built with, and nothing else`, async () => {
    const headers = await readHeaders(path);
    const policy = parsePolicy(headers);
    const html = readPage(path);
    const scripts = hashesOf(html, /<script type="module">([\s\S]*?)<\/script>/g);
    const styles = hashesOf(html, /<style>([\s\S]*?)<\/style>/g);
    expect(scripts.length).toBeGreaterThan(0);
    expect(policy['script-src']).toEqual(expect.arrayContaining(["'self'", ...scripts]));
    expect(policy['style-src']).toEqual(expect.arrayContaining(["'self'", ...styles]));
    const inlineScripts = html.match(/<script(?![^>]*\ssrc=)(?![^>]*ld\+json)/g) ?? [];
    const preparing = html.includes('/_astro/keep-pages') ? [hashInline(SPECULATION_RULES)] : [];
    expect(policy['script-src']).toEqual(expect.arrayContaining(preparing));
    expect(policy['script-src']?.length).toBeLessThanOrEqual(inlineScripts.length + preparing.length + 1);
    expect(withoutHashes(policy['style-src'])).toEqual(["'self'"]);
    expect(Object.values(policy).flat()).not.toContain("'unsafe-inline'");
    expect(Object.values(policy).flat()).not.toContain("'unsafe-eval'");
    expect(Object.values(policy).flat()).not.toContain('*');
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'worker-src': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    // A policy with hashes cannot allow these.
    expect(html).not.toMatch(/<[^>]+\s(style|on[a-z]+)=["']/);
  });
}

const VIDEO = 'https://video.example.com';
const MAP = 'https://www.openstreetmap.org';
for (const [path, frames] of [
  ['/', [VIDEO, "'self'"]],
  ['/pick-your-own', ["'self'"]],
  ['/visit', [MAP]],
  ['/about-us', [MAP]],
  ['/prices', ["'none'"]],
  ['/admin/orders', ["'none'"]],
  ['/branch-box-checkout', ["'self'"]],
] as const) {
  test(`${path} may frame ${frames.join(' and ')}`, async () => {
    const headers = await readHeaders(path);
    expect(parsePolicy(headers)['frame-src']?.toSorted()).toEqual(frames.toSorted());
    const delegated = frames.filter((frame) => frame.startsWith('https:')).map((frame) => ` "${frame}"`);
    if (delegated.length > 0) {
      expect(headers.get('Permissions-Policy')).toContain(`payment=(self${delegated.join('')}), `);
      expect(headers.get('Permissions-Policy')).toContain(`fullscreen=(self${delegated.join('')}), `);
    }
  });
}

test('the frame with the ticket widget may load its host, which no other page may', async () => {
  const app = await openSiteWithHeaders();
  const tickets = 'https://tickets.example.com';
  const headers = await readHeaders('/embed/tickets', app);
  expect(parsePolicy(headers)).toEqual({
    'default-src': ["'none'"],
    'script-src': [tickets],
    'style-src': [tickets],
    'img-src': ['data:', tickets],
    'font-src': [tickets],
    'connect-src': [tickets],
    'frame-src': [tickets],
    'form-action': [tickets],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'self'"],
    sandbox: ['allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-scripts'],
  });
  expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
  for (const path of pagePaths()) {
    expect((await readHeaders(path, app)).get('Content-Security-Policy'), path).not.toContain(tickets);
  }
});

test('Stripe is allowed on the two payment pages, and the wallets with it, when payments go to Stripe', async () => {
  const app = await openSiteWithHeaders('stripe');
  for (const path of ['/branch-box-checkout', '/nordmann-foliage-payment']) {
    const headers = await readHeaders(path, app);
    // docs.stripe.com/security/guide?csp=csp-js lists these for Stripe.js, and no others.
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://maps.googleapis.com'];
    const { 'script-src': scriptSources, 'style-src': _, ...policy } = parsePolicy(headers);
    expect(withoutHashes(scriptSources)).toEqual(["'self'", ...scripts]);
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", 'https://api.stripe.com', 'https://maps.googleapis.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      // The page of Stripe's that the order form's answer leads to.
      'form-action': ["'self'", 'https://checkout.stripe.com'],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    expect(headers.get('Permissions-Policy')).toContain('payment=(self "https://js.stripe.com"');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups');
  }
  for (const path of pagePaths().filter((each) => !/payment$|checkout$/.test(each))) {
    const headers = await readHeaders(path, app);
    const policy = parsePolicy(headers);
    const leadsToStripe = path === '/nordmann-branches' || path === '/pay';
    expect(policy['form-action']).toEqual(
      leadsToStripe ? ["'self'", 'https://checkout.stripe.com'] : ["'self'"],
    );
    delete policy['form-action'];
    expect(JSON.stringify(policy), path).not.toContain('stripe');
    expect(headers.get('Permissions-Policy'), path).not.toContain('stripe');
    expect(headers.get('Cross-Origin-Opener-Policy'), path).toBe('same-origin');
  }
});

test('with the sandbox no page names Stripe', async () => {
  const app = await openSiteWithHeaders('sandbox');
  for (const path of pagePaths()) {
    const headers = await readHeaders(path, app);
    expect(JSON.stringify([...headers]), path).not.toContain('stripe');
  }
  expect((await readHeaders('/nordmann-foliage-payment', app)).get('Permissions-Policy')).toContain(
    'payment=(self)',
  );
});

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

test('a route’s own policy stays, and unknown HTML may run no inline script', async () => {
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
  // Through the service's own server, which replaces Response.
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
