import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { PEOPLE_SLOT } from '#domain/admin-slots.ts';
import { PAGES } from '#domain/pages.ts';
import { type AdminSession, LONGEST_NAME, LONGEST_PASSWORD } from '#domain/people.ts';
import { readNextPage } from '../admin/require-admin.ts';
import type { AdminSessions } from '../admin/sessions.ts';
import type { SignIn } from '../admin/sign-in.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { messageOf, type Problem, statusOf } from '../http/problems.ts';
import { readForm, readJson, validate } from '../http/request-body.ts';
import type { FindRelyingParty } from '../people/passkeys.ts';
import { renderSignIn } from '../people/sign-in-page.ts';
import { type ReadBuiltPage, sendFilledPage } from '../site/fill-page.ts';

const message = 'Please enter the password.';
const nameMessage = 'Please enter the name as the owner knows it.';
export const signInSchema = z.strictObject({
  /** Empty for the owner. */
  name: z.string(nameMessage).max(LONGEST_NAME, nameMessage).default(''),
  password: z.string(message).min(1, message).max(LONGEST_PASSWORD, message),
});

const NO_STORE = { 'Cache-Control': 'no-store' };

export interface AdminDependencies {
  readonly sessions: AdminSessions;
  readonly signIn: SignIn;
  readonly findRelyingParty: FindRelyingParty;
}

/** `/api/admin`: signing in and out, and the current session. */
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

export interface SignInPageDependencies {
  readonly signIn: SignIn;
  readonly findRelyingParty: FindRelyingParty;
  readonly readBuiltPage: ReadBuiltPage;
}

/** Mounted at `/admin/sign-in`: the sign-in without script, which then opens the requested page. */
export function createSignInPageRoutes(deps: SignInPageDependencies): Hono {
  const send = (c: Context, next: string, name: string, problem: Problem | null) => {
    const message = problem && messageOf(problem);
    return sendFilledPage(c, deps.readBuiltPage, {
      path: PAGES['admin/sign-in'].path,
      slot: PEOPLE_SLOT,
      markup: renderSignIn({ next, name, message, offersPasskeys: deps.findRelyingParty(c) !== undefined }),
      title: problem === null ? 'Sign in' : 'Error',
      status: problem === null ? 200 : statusOf(problem),
    });
  };
  return new Hono()
    .get('/', (c) => send(c, readNextPage(c.req.query('next')), '', null))
    .post('/', async (c) => {
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const { name = '', password = '' } = body.value;
      const next = readNextPage(body.value.next);
      showProblemsAsPage(c, (problem) => send(c, next, name, problem));
      const credentials = validate(signInSchema, { name, password });
      if (!credentials.ok) return sendProblem(c, credentials.problem);
      const problem = await deps.signIn.byPassword(c, credentials.value);
      return problem === null ? c.redirect(next, 303) : sendProblem(c, problem);
    });
}
