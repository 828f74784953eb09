import { Hono } from 'hono';
import { z } from 'zod';
import { type AdminSession, LONGEST_NAME, LONGEST_PASSWORD } from '#domain/people.ts';
import type { AdminSessions } from '../admin/sessions.ts';
import type { SignIn } from '../admin/sign-in.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readJson } from '../http/request-body.ts';
import type { FindRelyingParty } from '../people/relying-party.ts';

const message = 'Please enter the password.';
const nameMessage = 'Please enter the name as the owner knows it.';
export const signInSchema = z.strictObject({
  /** Left out or empty, it is the owner who signs in. */
  name: z.string(nameMessage).max(LONGEST_NAME, nameMessage).default(''),
  password: z.string(message).min(1, message).max(LONGEST_PASSWORD, message),
});

const NO_STORE = { 'Cache-Control': 'no-store' };

export interface AdminDependencies {
  readonly sessions: AdminSessions;
  readonly signIn: SignIn;
  readonly findRelyingParty: FindRelyingParty;
}

/** `/api/admin`: signing in and out, and whether one is signed in. */
export function createAdminRoutes({ sessions, signIn, findRelyingParty }: AdminDependencies): Hono {
  return new Hono()
    .post('/sign-in', async (c) => {
      const body = await readJson(c, signInSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const problem = await signIn.byPassword(c, body.value);
      return problem === null ? c.json({ signedIn: true }, 200, NO_STORE) : sendProblem(c, problem);
    })
    .post('/sign-out', async (c) => {
      await sessions.end(c);
      return c.json({ signedIn: false }, 200, NO_STORE);
    })
    .get('/session', async (c) => {
      const person = await sessions.readPerson(c);
      const passkeys = findRelyingParty(c) !== undefined;
      const session: AdminSession = person
        ? { signedIn: true, name: person.name, role: person.role, passkeys }
        : { signedIn: false, passkeys };
      return c.json(session, 200, NO_STORE);
    });
}
