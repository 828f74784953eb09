import { type AppUnderTest, expect, test } from '../app-under-test.ts';

/** Proved by Stripe's signature instead of by where it comes from. */
const SIGNED = 'POST /api/stripe/webhook';
/** At least these change something. */
const KNOWN = [
  'POST /api/admin/orders/:id/undo',
  'PATCH /api/admin/orders/:id',
  'POST /admin/messages/:id',
  'POST /admin/mails/:id',
  'POST /admin/people/:id/:action',
  'POST /admin/join',
  'POST /api/admin/passkeys',
  'POST /order/change',
  'POST /order/cancel',
];
const SANDBOX = 'POST /payment-sandbox/v1/payment_intents/pi_1/confirm';

/** Every route that changes something, as `POST /order/change`. */
function listUnsafeRoutes({ app }: AppUnderTest): string[] {
  const unsafe = app.routes.filter(({ method }) => !['ALL', 'GET', 'HEAD', 'OPTIONS'].includes(method));
  return [...new Set(unsafe.map(({ method, path }) => `${method} ${path}`))].filter(
    (each) => each !== SIGNED,
  );
}

const FORM = 'application/x-www-form-urlencoded';
/** Requests that another site's page can make a browser send, at worst with a signed-in admin's cookie. */
const FOREIGN: Record<string, string>[] = [
  { Origin: 'https://evil.example', Cookie: 'admin=x', 'Content-Type': FORM },
  { Origin: 'null', 'Content-Type': 'text/plain' },
  { Origin: 'http://localhost.evil.example', 'Content-Type': 'application/json' },
  { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': FORM },
  { 'Sec-Fetch-Site': 'same-site', Cookie: 'admin=x' },
  { Referer: 'https://evil.example/?http://localhost/', 'Content-Type': FORM },
  { Cookie: 'admin=x', 'Content-Type': 'application/json' },
  { 'Content-Type': 'multipart/form-data; boundary=x' },
];

test('no route that changes something takes it from another site’s page', async ({ app }) => {
  const routes = listUnsafeRoutes(app);
  expect(routes).toEqual(expect.arrayContaining(KNOWN));
  for (const route of [...routes, SANDBOX]) {
    const [method, path = ''] = route.split(' ');
    for (const headers of FOREIGN) {
      const response = await app.get(path.replace(/:\w+/, '1'), headers, method);
      const what = `${route} with ${JSON.stringify(headers)}`;
      expect(response.status, what).toBe(403);
      expect(await response.json(), what).toMatchObject({ code: 'foreign_origin' });
    }
  }
});

test('nor does a browser get leave to send it, or to read an answer', async ({ app }) => {
  const paths = [...listUnsafeRoutes(app), 'GET /api/branch-boxes/orders', 'GET /prices'];
  for (const path of paths.map((route) => route.split(' ')[1] ?? '')) {
    for (const method of ['OPTIONS', 'GET']) {
      const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
      const response = await app.get(path.replace(/:\w+/, '1'), headers, method);
      const cors = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect(cors, `${method} ${path}`).toEqual([]);
    }
  }
});

test('a method in a header or a form is ignored', async ({ app }) => {
  const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'POST' };
  const plain = await app.get('/prices');
  const other = await app.get('/prices?_method=DELETE', headers);
  expect([other.status, await other.text()]).toEqual([200, await plain.text()]);
});
