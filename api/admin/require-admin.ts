import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { FarmChange } from '#domain/orders/order-changes.ts';
import { PAGES, SIGNED_IN_PATHS } from '#domain/pages.ts';
import type { Person, Role } from '#domain/people.ts';
import { sendProblem } from '../http/http-errors.ts';
import { isCall } from '../http/request-body.ts';
import type { AdminSessions } from './sessions.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The signed-in person, behind `requireAdmin` and `requireAdminPage`. */
    person: Person;
  }
}

/** Answers 401 or 403 unless the client is signed in with a role that may call the route. */
export function requireAdmin(sessions: AdminSessions): MiddlewareHandler {
  return async (c, next) => {
    const person = await sessions.readPerson(c);
    if (person === undefined) return sendProblem(c, { code: 'sign_in_required' });
    if (!mayCall(person.role, c)) return sendProblem(c, { code: 'owner_only' });
    c.set('person', person);
    return next();
  };
}

/**
 * What packers may call. All other routes behind the sign-in are for owners, so new routes are closed to packers until
 * they are listed here: no refunds, no e-mail addresses, no history, no lists of all buyers, no people.
 */
const PACKERS_ROUTES: readonly string[] = [
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
  'GET /admin',
  'GET /admin/packing',
  'GET /admin/messages',
  'POST /admin/messages/:id',
  'GET /admin/account',
  'POST /admin/account/:action',
];

function mayCall(role: Role, c: Context): boolean {
  if (role === 'owner') return true;
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL');
  return route !== undefined && PACKERS_ROUTES.includes(`${route.method} ${route.path}`);
}

/**
 * Whether a role may make this change to an order. Cancelling means owing the buyer money, fraud costs the farm its
 * boxes, the farm's own words are an e-mail in its name, and a packer sees no address.
 */
export function mayChange(role: Role, change: FarmChange): boolean {
  if (role === 'owner') return true;
  const { status, ignoresFraudWarning, settles, note, details, internalNote } = change;
  const isOwners = [settles, note, details, internalNote].some((part) => part !== undefined);
  return status !== 'cancelled' && ignoresFraudWarning !== true && !isOwners;
}

/**
 * Redirects to the sign-in, or to the account page if the role may not see the page. Pages behind it are never cached.
 */
export function requireAdminPage(sessions: AdminSessions): MiddlewareHandler {
  return async (c, next) => {
    c.header('Cache-Control', 'no-store');
    const person = await sessions.readPerson(c);
    if (person === undefined)
      return isCall(c) ? sendProblem(c, { code: 'sign_in_required' }) : askToSignIn(c);
    if (!mayCall(person.role, c)) {
      return c.req.method === 'POST'
        ? sendProblem(c, { code: 'owner_only' })
        : c.redirect(`${PAGES['admin/account'].path}?refused=page`, 302);
    }
    c.set('person', person);
    return next();
  };
}

/**
 * Asks who sends a form or a call to prove again who they are, unless they have just signed in. For what changes how
 * somebody signs in.
 */
export function requireFreshSignIn(sessions: AdminSessions): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'GET' || (await sessions.isFresh(c))) return next();
    return c.req.path.startsWith('/api/') ? sendProblem(c, { code: 'sign_in_again' }) : askToSignIn(c);
  };
}

/**
 * The path and query of one of the farm's own pages, so that nothing leads to another site. Undefined for any other.
 * @param path as it was sent
 */
export function readOwnPath(path: string): string | undefined {
  const url = URL.parse(path, 'http://localhost');
  // As it is written and as a browser reads it, which resolves `..`.
  const isOwn = url && [path, url.pathname].every((each) => /^\/admin(?![^/?])/.test(each));
  return isOwn ? url.pathname + url.search : undefined;
}

export function readNextPage(path = ''): string {
  return readOwnPath(path) ?? PAGES.admin.path;
}

/** The query of the sign-in page with the path and query that a form was sent to. The form's entries are its body then. */
export const SENT_TO = 'sent-to';

/**
 * A form that was sent after the session had ended, or that wants a new sign-in, is sent on to the sign-in page, by the browser, which keeps its
 * entries and sends them again afterwards. Except a new password, which is not kept in a page.
 */
function askToSignIn(c: Context): Response {
  const sentTo = c.req.path + new URL(c.req.url).search;
  // Where a form is sent is no page, but below the one that it is on.
  const page = SIGNED_IN_PATHS.find((path) => c.req.path.startsWith(path));
  const next = readNextPage(c.req.method === 'GET' ? sentTo : page);
  const isKept = c.req.method === 'POST' && c.req.path !== `${PAGES['admin/account'].path}/password`;
  const query = new URLSearchParams({ next, ...(isKept && { [SENT_TO]: sentTo }) });
  return c.redirect(`${PAGES['admin/sign-in'].path}?${query}`, isKept ? 307 : 302);
}
