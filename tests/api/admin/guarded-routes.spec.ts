import { SANDBOX_MOUNT } from '../../../src/domain/payment-sandbox.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import type { AppUnderTest } from '../app-under-test.ts';
import { expect, test } from '../test.ts';

/** Whatever anybody may ask for. A route that is not here has to send strangers away. */
const OPEN = [
  'GET /healthz',
  'GET /readyz',
  // Wants to be asked by the machine itself, or its token.
  'GET /metrics',
  'POST /api/contact-submit',
  'POST /api/create-payment-intent',
  'POST /create-payment-intent',
  'POST /api/events',
  // Answered for a paid payment only, and to its own buyer.
  'POST /api/branch-boxes/order',
  'POST /api/branch-boxes/checkout',
  'GET /api/branch-boxes/weeks',
  'GET /nordmann-branches/thank-you',
  // Wants the key of the order.
  'GET /order',
  'GET /order/week.ics',
  'POST /order/change',
  'POST /order/cancel',
  // Wants Stripe's signature.
  'POST /api/stripe/webhook',
  'POST /api/admin/sign-in',
  'POST /api/admin/sign-out',
  'GET /api/admin/session',
];
/** What no buyer and no stranger reads, and an address below it that nobody has made yet. */
const KNOWN = [
  'GET /api/branch-boxes/orders',
  'GET /api/admin/orders.csv',
  'POST /api/admin/orders/:id/refunds',
];
const NEW_ADDRESS = 'GET /api/admin/made-tomorrow';

/**
 * Every route that answers one method, as `POST /order/change`; `ALL` are middleware and the pages. Without the
 * sandbox, which stands in for Stripe's servers.
 */
function listRoutes({ app }: AppUnderTest): string[] {
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && !path.startsWith(SANDBOX_MOUNT));
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))];
}

function ask({ get }: AppUnderTest, route: string, cookie?: string): Promise<Response> {
  const [method, path = ''] = route.split(' ');
  const headers = {
    Origin: 'http://localhost',
    'Content-Type': 'application/json',
    ...(cookie && { Cookie: cookie }),
  };
  return get(path.replace(/:\w+/, '019a3e00-0000-7000-8000-000000000000'), headers, method);
}

/** Whether an answer is the sign-in: 401 to a call, and for a page the way there. */
async function isSentAway(response: Response): Promise<boolean> {
  if (response.status === 302) return response.headers.get('Location') === '/admin/orders';
  return response.status === 401 && (await response.json()).code === 'sign_in_required';
}

async function signIn({ app }: AppUnderTest): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: 'http://localhost' };
  const body = JSON.stringify({ password: ADMIN_PASSWORD });
  const response = await app.request('/api/admin/sign-in', { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0]);
  return cookies.join('; ');
}

test('every route sends strangers away, but for those that are known to be open', async ({ app }) => {
  const routes = listRoutes(app);
  expect(routes).toEqual(expect.arrayContaining([...OPEN, ...KNOWN]));
  for (const route of [...routes, NEW_ADDRESS].filter((each) => !OPEN.includes(each))) {
    expect(await isSentAway(await ask(app, route)), route).toBe(true);
  }
});

test('the cookie of a session opens them, and nothing once it is signed out or was made up', async ({
  app,
}) => {
  const closed = listRoutes(app).filter((route) => !OPEN.includes(route));
  const cookie = await signIn(app);
  for (const route of closed) expect(await isSentAway(await ask(app, route, cookie)), route).toBe(false);
  const [, device = ''] = /admin-device=([^;]+)/.exec(cookie) ?? [];
  await ask(app, 'POST /api/admin/sign-out', cookie);
  for (const useless of [cookie, `admin=${device}`, `admin=${'a'.repeat(43)}`, `__Host-${cookie}`]) {
    for (const route of closed) expect(await isSentAway(await ask(app, route, useless)), route).toBe(true);
  }
});
