import { type Context, Hono } from 'hono';
import { PEOPLE_SLOT } from '#domain/admin-slots.ts';
import { PAGES } from '#domain/pages.ts';
import { readNextPage } from '../admin/require-admin-page.ts';
import type { SignIn } from '../admin/sign-in.ts';
import { sendProblem } from '../http/http-errors.ts';
import { PROBLEMS, type Problem } from '../http/problems.ts';
import { validate } from '../http/request-body.ts';
import { readFormEntries } from '../orders/checkout-form.ts';
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
    const message =
      problem && (Object.values(problem.fields ?? {})[0] ?? problem.error ?? PROBLEMS[problem.code][1]);
    for (const [header, value] of Object.entries(problem?.headers ?? {})) c.header(header, value);
    return sendFilledPage(c, deps.readBuiltPage, {
      path: PAGES['admin/sign-in'].path,
      slot: PEOPLE_SLOT,
      markup: renderSignIn({ next, name, message, offersPasskeys: deps.findRelyingParty(c) !== undefined }),
      title: problem === null ? 'Sign in' : 'Error',
      status: problem === null ? 200 : PROBLEMS[problem.code][0],
    });
  };
  return new Hono()
    .get('/', (c) => send(c, readNextPage(c.req.query('next')), '', null))
    .post('/', async (c) => {
      const body = await readFormEntries(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const { name = '', password = '' } = body.value;
      const next = readNextPage(body.value.next);
      const entries = validate(signInSchema, { name, password });
      const problem = entries.ok ? await deps.signIn.byPassword(c, entries.value) : entries.problem;
      return problem === null ? c.redirect(next, 303) : send(c, next, name, problem);
    });
}
