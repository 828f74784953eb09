import type { MiddlewareHandler } from 'hono';
import type { Person } from '#domain/people.ts';
import { sendProblem } from '../http/http-errors.ts';
import { mayCall } from './permissions.ts';
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
