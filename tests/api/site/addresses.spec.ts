import { SIGNED_IN_PATHS } from '../../../src/domain/pages.ts';
import { expect, test } from '../app-under-test.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600, must-revalidate';

test('files are served with their type, and kept as long as they stay', async ({ app }) => {
  for (const { path, type, cache } of [
    { path: '/', type: 'text/html; charset=utf-8', cache: 'no-cache' },
    { path: '/prices', type: 'text/html; charset=utf-8', cache: 'no-cache' },
    { path: '/_astro/site.BxK3a.css', type: 'text/css; charset=utf-8', cache: FOREVER },
    { path: '/tree.png', type: 'image/png', cache: AN_HOUR },
    { path: '/sw.js', type: 'text/javascript; charset=utf-8', cache: 'no-cache' },
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', cache: AN_HOUR },
  ]) {
    const response = await app.get(path);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('Content-Type'), path).toBe(type);
    expect(response.headers.get('Cache-Control'), path).toBe(cache);
    expect(response.headers.get('X-Content-Type-Options'), path).toBe('nosniff');
    expect(response.headers.get('Referrer-Policy'), path).toBe('strict-origin');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
});

test('old addresses and other spellings move, with what was asked', async ({ app }) => {
  for (const [path, location] of [
    ['/prices/', '/prices'],
    ['/prices.html', '/prices'],
    ['/prices.html?list=home', '/prices?list=home'],
    ['/index.html', '/'],
    ['/prices/?list=home', '/prices?list=home'],
    ['/about', '/about-us'],
    ['/about/?from=leaflet&x=%20', '/about-us?from=leaflet&x=%20'],
    ['/animals?a=1', '/about-us?a=1#animals'],
    ['/Donkeys.html', '/about-us#animals'],
    ['/about-us?page=2', '/'],
    ['/admin/', '/admin'],
    ['/admin/packing/', '/admin/packing'],
  ] as const) {
    const response = await app.get(path);
    expect(response.status, path).toBe(301);
    expect(response.headers.get('Location'), path).toBe(location);
  }
});

test('no spelling of an address behind the sign-in brings its page without one', async ({ app }) => {
  const spell = [
    (path: string) => path.replace(/(?<=.)\//g, '%2f'),
    (path: string) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (path: string) => `${path}/`,
    (path: string) => `${path}.html`,
    (path: string) => `${path}%2f`,
    (path: string) => `/.${path}`,
    (path: string) => `/x/..${path}`,
    (path: string) => `/${path}`,
    (path: string) => path.replace('/', '\\'),
    (path: string) => path.toUpperCase(),
    (path: string) => `${path};x`,
    (path: string) => `${path}%00`,
  ];
  for (const page of SIGNED_IN_PATHS) {
    for (const [index, write] of spell.entries()) {
      const response = await app.get(`http://localhost${write(page)}`);
      expect([301, 302, 404], `${index} ${page}`).toContain(response.status);
    }
  }
});

test('what is not there, or nobody’s business, answers the 404 page', async ({ app }) => {
  for (const path of [
    '/nothing-here',
    '/404',
    '/404.html',
    '/PRICES',
    '/prices//',
    '/build.json',
    '/prices.html.br',
    '/_astro/site.BxK3a.css.br',
    '/..%2f..%2fetc%2fpasswd',
    '/_astro/..%2f.content.json',
    '/prices%00.html',
    '/%zz',
    '/%c0%ae%c0%ae/',
    '/%E0%A4%A',
    '/__proto__',
    '/constructor',
  ]) {
    const response = await app.get(path);
    expect(response.status, path).toBe(404);
    expect(response.headers.get('Content-Type'), path).toBe('text/html; charset=utf-8');
    expect(response.headers.get('ETag'), path).toBeNull();
    expect(await response.text()).toContain('Page Not Found');
  }
});

test('a page is only read', async ({ app }) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const response = await app.get('/prices', {}, method);
    expect(response.status, method).toBe(405);
    expect(response.headers.get('Allow'), method).toBe('GET, HEAD');
    expect(await response.json()).toEqual({ error: expect.any(String), code: 'method_not_allowed' });
  }
});

test('a build that has a well-known file serves it', async ({ app }) => {
  expect(await (await app.get('/.well-known/wallet')).text()).toBe('domain proof');
});

test('healthz names the build', async ({ app }) => {
  const response = await app.get('/healthz');
  expect(await response.json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    build: app.store.current().snapshot.id,
  });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
});

test('an unknown call answers in JSON', async ({ app }) => {
  for (const [path, method] of [
    ['/api/nothing', 'GET'],
    ['/api/nothing', 'POST'],
    ['/api', 'GET'],
    ['/%61pi/nothing', 'GET'],
  ] as const) {
    const response = await app.get(path, {}, method);
    expect(response.status, path).toBe(404);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/), code: 'not_found' });
  }
});

test('a bug answers a request id and nothing else, and the log has the rest', async ({ app }) => {
  app.store.current = () => {
    throw new Error('the secret inner workings');
  };
  const response = await app.get('/prices?email=someone@example.com');
  expect(response.status).toBe(500);
  const body = await response.json();
  expect(body).toEqual({ error: expect.any(String), code: 'internal_error' });
  expect(body.error).not.toContain('secret');
  const requestId = /[0-9a-f]{12}/.exec(body.error)?.[0];
  expect(app.logged.join()).toContain(requestId);
  expect(app.logged.join()).not.toContain('someone@example.com');
});
