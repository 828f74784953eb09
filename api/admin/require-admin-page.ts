import type { MiddlewareHandler } from 'hono';
import { PAGES, SIGNED_IN_PATHS } from '#domain/pages.ts';
import { sendProblem } from '../http/http-errors.ts';
import { mayCall } from './permissions.ts';
import type { AdminSessions } from './sessions.ts';

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
