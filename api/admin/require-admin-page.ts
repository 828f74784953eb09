import type { MiddlewareHandler } from 'hono';
import { PAGES } from '#domain/pages.ts';
import type { AdminSessions } from './sessions.ts';

/** Leads who has not signed in to the sign-in. What comes behind it is kept by no cache. */
export function requireAdminPage(sessions: AdminSessions): MiddlewareHandler {
  return async (c, next) => {
    c.header('Cache-Control', 'no-store');
    return (await sessions.isSignedIn(c)) ? next() : c.redirect(PAGES['admin/orders'].path, 302);
  };
}
