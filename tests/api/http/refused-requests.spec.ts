import { expect, test } from '@playwright/test';
import { Hono } from 'hono';
import { createClientReader } from '../../../api/http/client-address.ts';
import { sendApiNotFound } from '../../../api/http/http-errors.ts';
import { createMethodNotAllowed } from '../../../api/http/method-not-allowed.ts';
import { createOriginCheck } from '../../../api/http/origin-check.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

async function send(headers: Record<string, string>, method = 'POST', path = '/api/orders', proxies = 0) {
  const app = new Hono().use(createOriginCheck(createClientReader(proxies))).all('*', (c) => c.text('done'));
  const all = { Host: 'www.farm.example', 'Content-Type': JSON_TYPE, ...headers };
  return app.request(`http://www.farm.example${path}`, { method, headers: all });
}

for (const headers of [
  { Origin: 'https://www.farm.example' },
  { Origin: 'http://www.farm.example', Cookie: 'admin=x' },
  { Origin: 'http://www.farm.example', 'Content-Type': FORM_TYPE },
  { 'Sec-Fetch-Site': 'same-origin', Cookie: 'admin=x' },
  { 'Sec-Fetch-Site': 'none', Cookie: 'admin=x' },
  { Referer: 'https://www.farm.example/contact-us?a=b', 'Content-Type': FORM_TYPE },
  {},
]) {
  test(`taken: ${JSON.stringify(headers)}`, async () => expect((await send(headers)).status).toBe(200));
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
  { 'Content-Type': FORM_TYPE },
  { 'Content-Type': 'Multipart/Form-Data; boundary=x' },
]) {
  test(`refused: ${JSON.stringify(headers)}`, async () => {
    const response = await send(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'foreign_origin' });
  });
}

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
  test(`${method} is checked`, async () => {
    expect((await send({ Origin: 'https://evil.example' }, method)).status).toBe(403);
  });
}

test('reading is open to all, and the signed webhook to Stripe', async () => {
  const foreign = { Origin: 'https://evil.example' };
  expect((await send(foreign, 'GET')).status).toBe(200);
  expect((await send(foreign, 'POST', '/api/stripe/webhook')).status).toBe(200);
  expect((await send(foreign, 'POST', '/api/stripe/webhook/')).status).toBe(403);
});

test('behind a trusted proxy the host is the one that the visitor asked', async () => {
  const headers = {
    Host: '127.0.0.1:4321',
    'X-Forwarded-Host': 'www.farm.example',
    Origin: 'https://www.farm.example',
  };
  expect((await send(headers, 'POST', '/api/orders', 1)).status).toBe(200);
  expect((await send(headers, 'POST', '/api/orders', 0)).status).toBe(403);
  expect((await send({ ...headers, Origin: 'http://127.0.0.1:4321' }, 'POST', '/api/orders', 1)).status).toBe(
    403,
  );
});

function openApp(): Hono {
  const app = new Hono();
  app.use(async (_c, next) => next());
  app.route(
    '/api/orders',
    new Hono().get('/', (c) => c.text('list')).post('/', (c) => c.text('made')),
  );
  app.route(
    '/api/orders',
    new Hono().delete('/:id', (c) => c.text('gone')),
  );
  for (const path of ['/contact-us', '/api/contact-submit', '/api/branch-boxes/checkout', '/prices/:id/down'])
    app.post(path, (c) => c.text('sent'));
  app.post('/create-payment-intent', (c) => c.text('intent'));
  app.all(
    '*',
    createMethodNotAllowed(app, (path) => path === '/contact-us' || path === '/prices'),
  );
  app.all('/api/*', sendApiNotFound);
  app.all('*', (c) => c.text('a page'));
  return app;
}

for (const [method, path, allow] of [
  ['PUT', '/api/orders', 'GET, HEAD, POST'],
  ['DELETE', '/api/orders', 'GET, HEAD, POST'],
  ['OPTIONS', '/api/orders', 'GET, HEAD, POST'],
  ['GET', '/api/orders/7', 'DELETE'],
  ['HEAD', '/api/orders/7', 'DELETE'],
  ['GET', '/create-payment-intent', 'POST'],
  ['DELETE', '/contact-us', 'GET, HEAD, POST'],
  ['PROPFIND', '/api/orders', 'GET, HEAD, POST'],
] as const) {
  test(`${method} ${path} answers 405, Allow: ${allow}`, async () => {
    const response = await openApp().request(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(allow);
    if (method !== 'HEAD') expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
  });
}

for (const [path, location] of [
  ['/api/contact-submit', '/contact-us'],
  ['/api/branch-boxes/checkout', '/nordmann-branches'],
  ['/prices/7/down', '/prices'],
  ['/create-payment-intent', null],
  ['/api/orders/7', null],
] as const) {
  test(`a browser that opens ${path} again is ${location ? 'led to the form' : 'answered 405'}`, async () => {
    const response = await openApp().request(path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect([response.status, response.headers.get('Location')]).toEqual([location ? 303 : 405, location]);
  });
}

for (const [method, path, status, body] of [
  ['GET', '/api/orders', 200, 'list'],
  ['HEAD', '/api/orders', 200, ''],
  ['POST', '/contact-us', 200, 'sent'],
  // A page that is written to is read all the same.
  ['GET', '/contact-us', 200, 'a page'],
  ['GET', '/prices', 200, 'a page'],
  ['POST', '/prices', 200, 'a page'],
  ['GET', '/nothing', 200, 'a page'],
  ['POST', '/api/nothing', 404, undefined],
  ['GET', '/api', 404, undefined],
  ['GET', '/api/orders/7/8', 404, undefined],
] as const) {
  test(`${method} ${path} is not its business`, async () => {
    const response = await openApp().request(path, { method });
    expect(response.status).toBe(status);
    if (body !== undefined) expect(await response.text()).toBe(body);
  });
}
