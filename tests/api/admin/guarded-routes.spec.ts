import { PROBLEMS } from '../../../api/http/problems.ts';
import { OFFICE_PAGES, type OfficePage } from '../../../src/domain/office.ts';
import { SANDBOX_MOUNT } from '../../../src/domain/payments/payment-provider.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { addPerson } from '../../support/test-database.ts';
import { type AppUnderTest, expect, test } from '../app-under-test.ts';

/** The public routes. Every other one has to ask for a sign-in. */
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
  // Wants the key of a payment link.
  'GET /pay',
  'POST /pay',
  // Wants Stripe's signature.
  'POST /api/stripe/webhook',
  'POST /api/admin/sign-in',
  'GET /api/admin/session',
  'GET /admin/sign-in',
  'POST /admin/sign-in',
  // Wants a passkey.
  'POST /api/admin/sign-in/passkey/options',
  'POST /api/admin/sign-in/passkey',
  // Wants the key of an invitation.
  'GET /admin/join',
  'POST /admin/join',
  'POST /api/admin/join/passkey/options',
  'POST /api/admin/join/passkey',
];
/** The routes of a packer. Every other closed route is the owner's alone. */
const PACKERS = [
  'GET /admin',
  'GET /api/branch-boxes/orders',
  'GET /api/admin/weeks',
  'GET /api/admin/orders/count',
  'GET /admin/orders',
  'GET /admin/orders/:number',
  'POST /admin/orders/:number',
  'POST /admin/orders/:number/undo',
  'POST /api/admin/orders/tracking/preview',
  'GET /api/admin/packing/scan',
  'POST /api/admin/packing/scans',
  'POST /api/admin/passkeys/options',
  'POST /api/admin/passkeys',
  'GET /admin/packing',
  'GET /admin/messages',
  'POST /admin/messages/:id',
  'GET /admin/account',
  'POST /admin/account/:action',
];
/** Closed routes, and a path below them that does not exist yet. */
const KNOWN = ['GET /api/branch-boxes/orders', 'GET /api/admin/orders.csv'];
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

/** Whether an answer asks for a sign-in: 401 to a call, a redirect for a page. */
async function isSentAway(response: Response): Promise<boolean> {
  if (response.status === 302 || response.status === 307)
    return response.headers.get('Location')?.startsWith('/admin/sign-in?') === true;
  return response.status === 401 && (await response.json()).code === 'sign_in_required';
}

/** Whether an answer says that the role does not allow it. */
async function isRefused(response: Response): Promise<boolean> {
  if (response.status === 302) return response.headers.get('Location') === '/admin/account?refused=page';
  return response.status === 403 && (await response.text()).includes(PROBLEMS.owner_only[1]);
}

async function signIn({ app }: AppUnderTest, name = '', password = ADMIN_PASSWORD): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: 'http://localhost' };
  const body = JSON.stringify({ name, password });
  const response = await app.request('/api/admin/sign-in', { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0]);
  return cookies.join('; ');
}

test('every route asks for a sign-in, except the public ones', async ({ app }) => {
  const routes = listRoutes(app);
  expect(routes).toEqual(expect.arrayContaining([...OPEN, ...KNOWN]));
  for (const route of [...routes, NEW_ADDRESS].filter((each) => !OPEN.includes(each))) {
    expect(await isSentAway(await ask(app, route)), route).toBe(true);
  }
});

test('a session’s cookie opens every route, and none after signing out', async ({ app }) => {
  const closed = listRoutes(app).filter((route) => !OPEN.includes(route));
  const cookie = await signIn(app);
  for (const route of closed) expect(await isSentAway(await ask(app, route, cookie)), route).toBe(false);
  const [, device = ''] = /admin-device=([^;]+)/.exec(cookie) ?? [];
  await ask(app, 'POST /admin/account/sign-out', cookie);
  for (const useless of [cookie, `admin=${device}`, `admin=${'a'.repeat(43)}`, `__Host-${cookie}`]) {
    for (const route of closed) expect(await isSentAway(await ask(app, route, useless)), route).toBe(true);
  }
});

test('a packer may use the routes of the list, and the owner all', async ({ app }) => {
  await addPerson(app.parts.db, 'Ben');
  const [packer, owner] = [await signIn(app, 'Ben', 'ben'), await signIn(app)];
  const closed = [...listRoutes(app).filter((route) => !OPEN.includes(route)), NEW_ADDRESS];
  expect(closed).toEqual(expect.arrayContaining(PACKERS));
  for (const route of closed) {
    expect(await isRefused(await ask(app, route, packer)), route).toBe(!PACKERS.includes(route));
    expect(await isRefused(await ask(app, route, owner)), route).toBe(false);
  }
  // Whose menu has these pages, and no others.
  for (const { path, label, behindSignIn, isForPackers } of Object.values<OfficePage>(OFFICE_PAGES)) {
    if (label === undefined) continue;
    expect((await ask(app, `GET ${path}`)).status === 302, path).toBe(behindSignIn === true);
    if (behindSignIn) expect(PACKERS.includes(`GET ${path}`), path).toBe(isForPackers === true);
  }
  const head = await app.get('/api/admin/orders.csv', { Cookie: packer }, 'HEAD');
  expect(head.status).toBe(403);
});
