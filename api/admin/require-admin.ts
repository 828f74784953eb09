import type { MiddlewareHandler } from 'hono';
import { sendProblem } from '../http-errors.ts';
import type { AdminSessions } from './sessions.ts';

/** Lets signed-in admins through, and answers 401 to anybody else. */
export function requireAdmin(sessions: AdminSessions): MiddlewareHandler {
  return async (c, next) => {
    if (await sessions.isSignedIn(c)) return next();
    return sendProblem(c, { code: 'sign_in_required' });
  };
}
