import { Hono } from 'hono';
import { createClientReader } from '../../../api/http/client-address.ts';
import { sendApiNotFound } from '../../../api/http/http-errors.ts';
import { createMethodNotAllowed } from '../../../api/http/method-not-allowed.ts';
import { createOriginCheck } from '../../../api/http/refuse-requests.ts';
import { type AppUnderTest, expect, test } from '../app-under-test.ts';

const FORM = 'application/x-www-form-urlencoded';

async function send(headers: Record<string, string>, method = 'POST', path = '/api/orders', proxies = 0) {
  const app = new Hono().use(createOriginCheck(createClientReader(proxies))).all('*', (c) => c.text('done'));
  const all = { Host: 'www.farm.example', 'Content-Type': 'application/json', ...headers };
  return (await app.request(`http://www.farm.example${path}`, { method, headers: all })).status;
}

test('a request that changes something is taken from our own pages and from programs, and nobody else', async () => {
  for (const headers of [
    { Origin: 'https://www.farm.example' },
    { Origin: 'http://www.farm.example', Cookie: 'admin=x' },
    { Origin: 'http://www.farm.example', 'Content-Type': FORM },
    { 'Sec-Fetch-Site': 'same-origin', Cookie: 'admin=x' },
    { 'Sec-Fetch-Site': 'none', Cookie: 'admin=x' },
    { Referer: 'https://www.farm.example/contact-us?a=b', 'Content-Type': FORM },
    {},
  ]) {
    expect(await send(headers), JSON.stringify(headers)).toBe(200);
  }
  for (const headers of [
    { Origin: 'https://evil.example' },
    { Origin: 'https://www.farm.example.evil.example' },
    { Origin: 'https://farm.example' },
    { Origin: 'https://www.farm.example:8443' },
    { Origin: 'null' },
    { Origin: '' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'https://evil.example', Referer: 'https://www.farm.example/' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Referer: 'https://evil.example/https://www.farm.example/' },
    { Referer: 'nonsense' },
    { Cookie: 'admin=x' },
    { 'Content-Type': FORM },
    { 'Content-Type': 'Multipart/Form-Data; boundary=x' },
  ]) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await send(headers, method), `${method} ${JSON.stringify(headers)}`).toBe(403);
  }
  const foreign = { Origin: 'https://evil.example' };
  expect(await send(foreign, 'GET')).toBe(200);
  expect(await send(foreign, 'POST', '/api/stripe/webhook')).toBe(200);
  expect(await send(foreign, 'POST', '/api/stripe/webhook/')).toBe(403);
  // Behind a trusted proxy the host is the one that the visitor asked.
  const proxied = { Host: '127.0.0.1:4321', 'X-Forwarded-Host': 'www.farm.example' };
  const own = { ...proxied, Origin: 'https://www.farm.example' };
  expect(await send(own, 'POST', '/api/orders', 1)).toBe(200);
  expect(await send(own, 'POST', '/api/orders', 0)).toBe(403);
  expect(await send({ ...proxied, Origin: 'http://127.0.0.1:4321' }, 'POST', '/api/orders', 1)).toBe(403);
});

/** Proved by Stripe's signature instead of by where it comes from. */
const SIGNED = 'POST /api/stripe/webhook';
/** At least these change something. */
const KNOWN = [
  ...['POST /admin/orders/:number/undo', 'POST /admin/orders/:number', 'POST /admin/messages/:id'],
  ...['POST /admin/mails/:id', 'POST /admin/people/:id/:action', 'POST /admin/join'],
  ...['POST /api/admin/passkeys', 'POST /order/change', 'POST /order/cancel'],
];
const SANDBOX = 'POST /payment-sandbox/v1/payment_intents/pi_1/confirm';

/** Every route that changes something, as `POST /order/change`. */
function listUnsafeRoutes({ app }: AppUnderTest): string[] {
  const unsafe = app.routes.filter(({ method }) => !['ALL', 'GET', 'HEAD', 'OPTIONS'].includes(method));
  return [...new Set(unsafe.map(({ method, path }) => `${method} ${path}`))].filter(
    (each) => each !== SIGNED,
  );
}

test('no route takes a change from another site’s page, lets a browser send it, or read an answer', async ({
  app,
}) => {
  const routes = listUnsafeRoutes(app);
  expect(routes).toEqual(expect.arrayContaining(KNOWN));
  for (const route of [...routes, SANDBOX]) {
    const [method, path = ''] = route.split(' ');
    for (const headers of [
      { Origin: 'https://evil.example', Cookie: 'admin=x', 'Content-Type': FORM },
      { 'Sec-Fetch-Site': 'same-site', Cookie: 'admin=x' },
      { 'Content-Type': 'multipart/form-data; boundary=x' },
    ]) {
      const response = await app.get(path.replace(/:\w+/, '1'), headers, method);
      const what = `${route} with ${JSON.stringify(headers)}`;
      expect([response.status, await response.json()], what).toMatchObject([403, { code: 'foreign_origin' }]);
    }
  }
  for (const route of [...routes, 'GET /api/branch-boxes/orders', 'GET /prices']) {
    const path = route.split(' ')[1] ?? '';
    for (const method of ['OPTIONS', 'GET']) {
      const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
      const response = await app.get(path.replace(/:\w+/, '1'), headers, method);
      const cors = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect(cors, `${method} ${path}`).toEqual([]);
    }
  }
  // A method in a header or a form is ignored.
  const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'POST' };
  const other = await app.get('/prices?_method=DELETE', headers);
  expect([other.status, await other.text()]).toEqual([200, await (await app.get('/prices')).text()]);
});

test('what is longer than any browser sends is refused', async ({ app }) => {
  const statusOf = async (path: string, headers?: Record<string, string>) =>
    (await app.get(path, headers)).status;
  for (const [limit, status, ask] of [
    [4094, 414, (text: string) => statusOf(`/?${text}`)],
    [4096, 431, (text: string) => statusOf('/', { 'If-None-Match': text })],
    [8192, 431, (text: string) => statusOf('/', { Cookie: text })],
  ] as const)
    expect([await ask('a'.repeat(limit)), await ask('a'.repeat(limit + 1))]).toEqual([200, status]);
});

function openRoutes(): Hono {
  const app = new Hono();
  app.use(async (_c, next) => next());
  const orders = new Hono().get('/', (c) => c.text('list')).post('/', (c) => c.text('made'));
  app.route('/api/orders', orders);
  app.route(
    '/api/orders',
    new Hono().delete('/:id', (c) => c.text('gone')),
  );
  for (const path of ['/contact-us', '/api/contact-submit', '/api/branch-boxes/checkout', '/prices/:id/down'])
    app.post(path, (c) => c.text('sent'));
  app.post('/create-payment-intent', (c) => c.text('intent'));
  const isPage = (path: string) => path === '/contact-us' || path === '/prices';
  app.all('*', createMethodNotAllowed(app, isPage));
  app.all('/api/*', sendApiNotFound);
  app.all('*', (c) => c.text('a page'));
  return app;
}

test('a method that an address has not is answered 405, or in a browser with the form that it belongs to', async () => {
  const app = openRoutes();
  for (const [method, path, allow] of [
    ['PUT', '/api/orders', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/orders', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/orders', 'GET, HEAD, POST'],
    ['GET', '/api/orders/7', 'DELETE'],
    ['HEAD', '/api/orders/7', 'DELETE'],
    ['GET', '/create-payment-intent', 'POST'],
    ['DELETE', '/contact-us', 'GET, HEAD, POST'],
  ] as const) {
    const response = await app.request(path, { method });
    expect([path, response.status, response.headers.get('Allow')]).toEqual([path, 405, allow]);
    if (method !== 'HEAD') expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
  }
  for (const [path, location] of [
    ['/api/contact-submit', '/contact-us'],
    ['/api/branch-boxes/checkout', '/nordmann-branches'],
    ['/prices/7/down', '/prices'],
    ['/create-payment-intent', null],
    ['/api/orders/7', null],
  ] as const) {
    const response = await app.request(path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    const found = [path, response.status, response.headers.get('Location')];
    expect(found).toEqual([path, location ? 303 : 405, location]);
  }
  // What is not its business.
  for (const [method, path, status, body] of [
    ['GET', '/api/orders', 200, 'list'],
    ['HEAD', '/api/orders', 200, ''],
    ['POST', '/contact-us', 200, 'sent'],
    // A page that is written to is read all the same.
    ['GET', '/contact-us', 200, 'a page'],
    ['POST', '/prices', 200, 'a page'],
    ['GET', '/nothing', 200, 'a page'],
    ['POST', '/api/nothing', 404, undefined],
    ['GET', '/api', 404, undefined],
    ['GET', '/api/orders/7/8', 404, undefined],
  ] as const) {
    const response = await app.request(path, { method });
    expect([path, response.status]).toEqual([path, status]);
    if (body !== undefined) expect(await response.text()).toBe(body);
  }
});
