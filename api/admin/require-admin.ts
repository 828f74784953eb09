import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { OrderChange } from '#domain/orders/order-changes.ts';
import { PAGES, SIGNED_IN_PATHS } from '#domain/pages.ts';
import type { Person, Role } from '#domain/people.ts';
import { sendProblem } from '../http/http-errors.ts';
import type { AdminSessions } from './sessions.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Who is signed in, behind `requireAdmin` and `requireAdminPage`. */
    person: Person;
  }
}

/** Lets signed-in people through whose role may do this, and answers 401 or 403 to anybody else. */
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
 * What a packer may call. Whatever else is behind the sign-in is the owner's alone, so a route that is added later is
 * closed to packers until somebody writes it down here: no refunds, no mails to other addresses, no lists of all
 * buyers, no people.
 */
const PACKERS_ROUTES: readonly string[] = [
  'GET /api/branch-boxes/orders',
  'GET /api/admin/weeks',
  'GET /api/admin/orders/count',
  'GET /api/admin/orders/:id/history',
  'PATCH /api/admin/orders/:id',
  'POST /api/admin/orders/ship',
  'POST /api/admin/orders/tracking',
  'POST /api/admin/orders/tracking/preview',
  'POST /api/admin/passkeys/options',
  'POST /api/admin/passkeys',
  'GET /admin/packing',
  'GET /admin/messages',
  'POST /admin/messages/:id',
  'GET /admin/account',
  'POST /admin/account/:action',
];

/** Whether somebody in a role may call the route that a request has come to. */
export function mayCall(role: Role, c: Context): boolean {
  if (role === 'owner') return true;
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL');
  return route !== undefined && PACKERS_ROUTES.includes(`${route.method} ${route.path}`);
}

/** Whether somebody in a role may change an order so. To cancel one is to owe its buyer money, and fraud costs the farm its boxes. */
export function mayChange(role: Role, { status, ignoresFraudWarning }: OrderChange): boolean {
  return role === 'owner' || (status !== 'cancelled' && ignoresFraudWarning !== true);
}

/**
 * Leads who has not signed in to the sign-in, and whose role may not see the page to their own. What comes behind it is
 * kept by no cache.
 */
export function requireAdminPage(sessions: AdminSessions): MiddlewareHandler {
  return async (c, next) => {
    c.header('Cache-Control', 'no-store');
    const person = await sessions.readPerson(c);
    if (person === undefined) return c.redirect(linkToSignIn(c.req.path), 302);
    if (!mayCall(person.role, c)) {
      return c.req.method === 'POST'
        ? sendProblem(c, { code: 'owner_only' })
        : c.redirect(`${PAGES['admin/account'].path}?refused=page`, 302);
    }
    c.set('person', person);
    return next();
  };
}

/** Of the farm's own pages only: an address from outside never gets into a redirect. */
export function readNextPage(path: string | undefined): string {
  const known = SIGNED_IN_PATHS.find((page) => path === page || path?.startsWith(`${page}/`));
  return known ?? PAGES['admin/orders'].path;
}

function linkToSignIn(path: string): string {
  const next = readNextPage(path);
  return `${PAGES['admin/sign-in'].path}?next=${encodeURIComponent(next)}`;
}
