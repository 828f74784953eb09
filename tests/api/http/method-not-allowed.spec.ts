import { expect, test } from '@playwright/test';
import { Hono } from 'hono';
import { sendApiNotFound } from '../../../api/http/http-errors.ts';
import { createMethodNotAllowed } from '../../../api/http/method-not-allowed.ts';

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
  app.post('/contact-us', (c) => c.text('sent'));
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
