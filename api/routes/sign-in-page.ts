import { type Context, Hono } from 'hono';
import { PEOPLE_SLOT } from '#domain/admin-slots.ts';
import { PAGES } from '#domain/pages.ts';
import { readNextPage } from '../admin/require-admin-page.ts';
import type { SignIn } from '../admin/sign-in.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { messageOf, type Problem, statusOf } from '../http/problems.ts';
import { readForm, validate } from '../http/request-body.ts';
import type { FindRelyingParty } from '../people/relying-party.ts';
import { renderSignIn } from '../people/sign-in-page.ts';
import { type ReadBuiltPage, sendFilledPage } from '../site/fill-page.ts';
import { signInSchema } from './admin.ts';

export interface SignInPageDependencies {
  readonly signIn: SignIn;
  readonly findRelyingParty: FindRelyingParty;
  readonly readBuiltPage: ReadBuiltPage;
}

/** Mounted at `/admin/sign-in`: the sign-in without script, and the way to the page that was asked for. */
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
