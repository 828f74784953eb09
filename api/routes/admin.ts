import { Hono } from 'hono';
import { z } from 'zod';
import type { AdminSessions } from '../admin/sessions.ts';
import type { SignIn } from '../admin/sign-in.ts';
import { sendProblem } from '../http-errors.ts';
import { readJson } from '../request-body.ts';

const sentence = 'Please enter the password.';
const signInSchema = z.strictObject({ password: z.string(sentence).min(1, sentence).max(1000, sentence) });

const NO_STORE = { 'Cache-Control': 'no-store' };

/** `/api/admin`: signing in and out, and whether one is signed in. */
export function createAdminRoutes({ sessions, signIn }: { sessions: AdminSessions; signIn: SignIn }): Hono {
  return new Hono()
    .post('/sign-in', async (c) => {
      const body = await readJson(c, signInSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const problem = await signIn(c, body.value.password);
      return problem === null ? c.json({ signedIn: true }, 200, NO_STORE) : sendProblem(c, problem);
    })
    .post('/sign-out', async (c) => {
      await sessions.end(c);
      return c.json({ signedIn: false }, 200, NO_STORE);
    })
    .get('/session', async (c) => c.json({ signedIn: await sessions.isSignedIn(c) }, 200, NO_STORE));
}
