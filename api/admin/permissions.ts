import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { OrderChange } from '#domain/orders/order-changes.ts';
import type { Role } from '#domain/people.ts';

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
