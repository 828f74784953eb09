import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { expect, test } from '@playwright/test';
import { Hono } from 'hono';
import { createClientReader } from '../../../api/http/client-address.ts';
import { createSiteRoutes } from '../../../api/routes/site.ts';
import { fillPaymentPages } from '../../../api/site/fill-site.ts';
import { hashInline, readPageMarkup } from '../../../api/site/page-policy.ts';
import { createSecurityHeaders } from '../../../api/site/security-headers.ts';
import { loadSiteSnapshot } from '../../../api/site/site-snapshot.ts';
import { createStripeProvider, SANDBOX_PROVIDER } from '../../../src/domain/payments/payment-provider.ts';
import { SPECULATION_RULES } from '../../../src/domain/speculation-rules.ts';
import { pagePaths, readPage } from '../../pages/built-site.ts';
import { listen } from '../../support/listen.ts';
import { TEST_DIST } from '../../support/test-site.ts';

/** The built site with its security headers, behind one trusted proxy. More routes can be put before the pages. */
async function openSite(
  payments: 'stripe' | 'sandbox' = 'sandbox',
  addRoutes: (app: Hono) => unknown = () => undefined,
) {
  const provider = payments === 'sandbox' ? SANDBOX_PROVIDER : createStripeProvider('pk_test_made_up');
  const snapshot = await fillPaymentPages(await loadSiteSnapshot(TEST_DIST), provider);
  const getSnapshot = () => snapshot;
  const app = new Hono().use(
    createSecurityHeaders({ getSnapshot, payments, clients: createClientReader(1) }),
  );
  addRoutes(app);
  return app.route('/', createSiteRoutes());
}

type Policy = Record<string, string[]>;

/** A policy by directive: `{ 'img-src': ["'self'", 'data:'] }`. */
function parsePolicy(headers: Headers): Policy {
  const directives = (headers.get('Content-Security-Policy') ?? '').split('; ');
  return Object.fromEntries(directives.map((each) => [each.split(' ')[0], each.split(' ').slice(1)]));
}

const readHeaders = async (app: Hono, path: string) => (await app.request(path)).headers;
const withoutHashes = (sources: string[] = []) => sources.filter((source) => !source.startsWith("'sha256-"));
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const hashesOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) => hash(text));
const MODULES = /<script type="module">([\s\S]*?)<\/script>/g;

const NONE = ["'none'"];
const PAGE = {
  'default-src': NONE,
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': NONE,
  'object-src': NONE,
  'frame-ancestors': NONE,
};
const TICKETS = 'https://tickets.example.com';

test('each page may run what it was built with, and nothing else', async () => {
  const app = await openSite();
  for (const path of pagePaths()) {
    const headers = await readHeaders(app, path);
    const { 'frame-src': _, ...policy } = parsePolicy(headers);
    const { 'script-src': scriptSources = [], 'style-src': styleSources, ...rest } = policy;
    const html = readPage(path);
    const scripts = hashesOf(html, MODULES);
    expect(scripts.length, path).toBeGreaterThan(0);
    expect(scriptSources, path).toEqual(expect.arrayContaining(["'self'", ...scripts]));
    expect(styleSources, path).toEqual(
      expect.arrayContaining(["'self'", ...hashesOf(html, /<style>([\s\S]*?)<\/style>/g)]),
    );
    const inline = html.match(/<script(?![^>]*\ssrc=)(?![^>]*ld\+json)/g) ?? [];
    const preparing = html.includes('/_astro/keep-pages') ? [hashInline(SPECULATION_RULES)] : [];
    expect(scriptSources, path).toEqual(expect.arrayContaining(preparing));
    expect(scriptSources.length, path).toBeLessThanOrEqual(inline.length + preparing.length + 1);
    expect([withoutHashes(scriptSources), withoutHashes(styleSources)], path).toEqual([
      ["'self'"],
      ["'self'"],
    ]);
    expect(rest, path).toEqual(PAGE);
    expect(headers.get('X-Frame-Options'), path).toBe('DENY');
    // A policy with hashes cannot allow these.
    expect(html, path).not.toMatch(/<[^>]+\s(style|on[a-z]+)=["']/);
    expect(JSON.stringify([...headers]), path).not.toMatch(/stripe|tickets\.example/);
  }
});

test('a page may frame what a press on it opens; the ticket widget’s frame alone may load its host', async () => {
  const app = await openSite();
  const [video, map] = ['https://video.example.com', 'https://www.openstreetmap.org'];
  for (const [path, frames] of [
    ['/', [video, "'self'"]],
    ['/pick-your-own', ["'self'"]],
    ['/visit', [map]],
    ['/about-us', [map]],
    ['/prices', NONE],
    ['/admin/orders', NONE],
    ['/branch-box-checkout', ["'self'"]],
  ] as const) {
    const headers = await readHeaders(app, path);
    expect(parsePolicy(headers)['frame-src']?.toSorted(), path).toEqual(frames.toSorted());
    const delegated = frames.filter((frame) => frame.startsWith('https:')).map((frame) => ` "${frame}"`);
    for (const feature of delegated.length > 0 ? ['payment', 'fullscreen'] : [])
      expect(headers.get('Permissions-Policy')).toContain(`${feature}=(self${delegated.join('')}), `);
  }
  const headers = await readHeaders(app, '/embed/tickets');
  const own = ['script', 'font', 'connect', 'frame'].map((kind) => [`${kind}-src`, [TICKETS]]);
  const { 'style-src': styles, ...policy } = parsePolicy(headers);
  // Our own styles by their hashes, because the page has no origin whose files it may load.
  expect(styles?.filter((source) => !source.startsWith("'sha256-"))).toEqual([TICKETS]);
  expect(policy).toEqual({
    ...Object.fromEntries(own),
    'default-src': NONE,
    'img-src': ['data:', TICKETS],
    'form-action': [TICKETS],
    'base-uri': NONE,
    'object-src': NONE,
    'frame-ancestors': ["'self'"],
    sandbox: ['allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-scripts'],
  });
  expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
  const payment = (await readHeaders(app, '/nordmann-foliage-payment')).get('Permissions-Policy');
  expect(payment).toContain('payment=(self)');
});

test('when payments go to Stripe it is allowed on the two payment pages, and the wallets with it', async () => {
  const app = await openSite('stripe');
  // docs.stripe.com/security/guide?csp=csp-js lists these for Stripe.js, and no others.
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://maps.googleapis.com'];
  // The page of Stripe's that the order form's answer leads to.
  const checkout = ["'self'", 'https://checkout.stripe.com'];
  for (const path of pagePaths()) {
    const headers = await readHeaders(app, path);
    const { 'script-src': scriptSources, 'style-src': _, ...policy } = parsePolicy(headers);
    const isCardPage = path === '/branch-box-checkout' || path === '/nordmann-foliage-payment';
    const permissions = headers.get('Permissions-Policy');
    const opener = headers.get('Cross-Origin-Opener-Policy');
    if (isCardPage) {
      expect(withoutHashes(scriptSources), path).toEqual(["'self'", ...scripts]);
      expect(policy, path).toEqual({
        ...PAGE,
        'connect-src': ["'self'", 'https://api.stripe.com', 'https://maps.googleapis.com'],
        'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        'form-action': checkout,
      });
      expect(permissions).toContain('payment=(self "https://js.stripe.com"');
      expect(opener).toBe('same-origin-allow-popups');
    } else {
      const leadsToStripe = path === '/nordmann-branches' || path === '/pay';
      expect(policy['form-action'], path).toEqual(leadsToStripe ? checkout : ["'self'"]);
      delete policy['form-action'];
      expect(JSON.stringify([policy, scriptSources, permissions]), path).not.toContain('stripe');
      expect(opener, path).toBe('same-origin');
    }
  }
});

test('a page that is filled while another build is loaded has the policy of the build that it came from', async () => {
  const before = await loadSiteSnapshot(TEST_DIST);
  const page = {
    ...before.files.get('contact-us.html'),
    bytes: Buffer.from('<script>next()</script>'),
    hash: '',
  };
  const after = { ...before, files: new Map(before.files).set('contact-us.html', page) };
  let current = before;
  const clients = createClientReader(1);
  const app = new Hono()
    .use(createSecurityHeaders({ getSnapshot: () => current, payments: 'sandbox', clients }))
    .get('/contact-us', (c) => {
      current = after;
      return c.html('');
    });
  const policies = [
    parsePolicy(await readHeaders(app, '/contact-us')),
    parsePolicy(await readHeaders(app, '/contact-us')),
  ];
  expect(policies.map((policy) => policy['script-src']?.includes(hash('next()')))).toEqual([false, true]);
});

test('every answer has the general headers: pages, files, redirects, calls, errors', async () => {
  const own = "default-src 'none'; script-src 'self'";
  const app = await openSite('sandbox', (routes) =>
    routes
      .get('/api/orders', (c) => c.json([]))
      .get('/api/cached', (c) => c.json([], 200, { 'Cache-Control': 'max-age=60' }))
      .get('/api/broken', () => {
        throw new Error('a bug');
      })
      .get('/share/x.png', (c) => c.body('png'))
      .get('/payment-sandbox/pay', (c) => c.html('<p>Pay', 200, { 'Content-Security-Policy': own }))
      .get('/api/page', (c) => c.html('<script>run()</script>'))
      .post('/api/contact-submit', (c) => {
        c.set('builtPage', '/contact-us');
        return c.html(`${readPage('/contact-us')}<script>steal()</script>`, 422);
      }),
  );
  app.onError((_error, c) => c.json({ error: 'Sorry.' }, 500));
  const data = "default-src 'none'; frame-ancestors 'none'";
  for (const path of [
    ...['/', '/robots.txt', '/favicon.svg', '/about', '/no-such-page', '/api/orders', '/api/broken'],
  ]) {
    const headers = await readHeaders(app, path);
    expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff');
    expect(headers.get('Referrer-Policy'), path).toBe('strict-origin');
    expect(headers.get('Cross-Origin-Resource-Policy'), path).toBe('same-origin');
    expect(headers.get('Strict-Transport-Security'), path).toBeNull();
    expect(headers.get('Content-Security-Policy'), path).toContain("default-src 'none'");
  }
  const secure = await app.request('/prices', { headers: { 'X-Forwarded-Proto': 'https' } });
  expect(secure.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  const read = async (path: string, name: string) => (await readHeaders(app, path)).get(name);
  // Only pictures for sharing may be shown by other sites.
  expect(await read('/share/x.png', 'Cross-Origin-Resource-Policy')).toBe('cross-origin');
  expect(await read('/api/orders', 'Content-Security-Policy')).toBe(data);
  expect(await read('/api/orders', 'Cache-Control')).toBe('no-store');
  expect(await read('/api/cached', 'Cache-Control')).toBe('max-age=60');
  // The worker may fetch the pages that it keeps, and nothing else.
  const worker = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
  expect(await read('/sw.js', 'Content-Security-Policy')).toBe(worker);
  // A route's own policy stays, and unknown HTML may run no inline script.
  expect(await read('/payment-sandbox/pay', 'Content-Security-Policy')).toBe(own);
  expect(parsePolicy(await readHeaders(app, '/api/page'))['script-src']).toEqual(["'self'"]);
  // What is filled into a page allows nothing.
  const filled = await app.request('/api/contact-submit', { method: 'POST' });
  for (const name of ['Content-Security-Policy', 'Permissions-Policy'])
    expect(filled.headers.get(name)).toBe(await read('/contact-us', name));
  // A page that is not modified answers its policy too, and the 404 page has its own.
  const first = await app.request('/prices');
  const again = { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } };
  const second = await app.request('/prices', again);
  const policy = first.headers.get('Content-Security-Policy');
  expect([second.status, second.headers.get('Content-Security-Policy')]).toEqual([304, policy]);
  const [script = ''] = hashesOf(readPage('/404'), MODULES);
  expect(parsePolicy(await readHeaders(app, '/no-such-page'))['script-src']).toContain(script);
});

test('an answer passed on from fetch, whose headers are locked, gets them all the same', async () => {
  const behind = createServer((_request, response) => {
    response.writeHead(402, { 'Set-Cookie': ['a=1', 'b=2'], 'Content-Type': 'application/json' }).end('{}');
  });
  const back = await listen(behind);
  const app = await openSite('sandbox', (routes) =>
    routes.get('/api/forwarded', async () => fetch(back.url)),
  );
  // Through the service's own server, which replaces Response.
  const service = await listen(createAdaptorServer({ fetch: app.fetch }) as Server);
  const response = await fetch(`${service.url}/api/forwarded`);
  expect([response.status, response.headers.get('X-Content-Type-Options')]).toEqual([402, 'nosniff']);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.json()).toEqual({});
  await service.close();
  await back.close();
});

test('of a page’s markup, inline scripts and styles are hashed as they stand, and other hosts are named', () => {
  const markup = readPageMarkup(
    `<!-- <script>old()</script> --><STYLE media="a>b">p { color: red }</STYLE>
    <script type="application/ld+json">{"a":1}</script><script type='application/json'>{}</script>
    <script>if (a < b) write("<style>x")</script ><script type="module" data-x="</script>">\n run()\r\n</script>
    <script>run()</script><script>run()</script><style> .a{} </style>
    <script async src="https://tickets.example.com/widget.js?a=1"></script><script src=/_astro/a.js></script>
    <script src='https://tickets.example.com/b.js'></script>
    <figure data-embed="https://maps.example.com/e?a=1&amp;b=2"></figure><figure data-embed="/embed/tickets">
    <aside data-analytics-script="https://stats.example.com/a.js?x=1" data-analytics-id="1"></aside>
    <aside data-analytics-script="https://stats.example.com/a.js?x=1" data-analytics-id="1"></aside>`,
  );
  expect(markup).toEqual({
    scriptHashes: [hash('if (a < b) write("<style>x")'), hash('\n run()\n'), hash('run()')],
    styleHashes: [hash('p { color: red }'), hash(' .a{} ')],
    scriptOrigins: [TICKETS],
    frameSources: ['https://maps.example.com', "'self'"],
    statisticsOrigins: ['https://stats.example.com'],
    preparesPages: false,
  });
});
