import { type Context, Hono } from 'hono';
import type { Kysely } from 'kysely';
import { PAGES } from '#domain/pages.ts';
import type { SignIn } from '../admin/sign-in.ts';
import type { Database } from '../db/schema.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readForm } from '../http/request-body.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { readName, readNewPassword } from '../people/fields.ts';
import { acceptInvitation, type InvitationCookie, readInvitation } from '../people/invitations.ts';
import { JOINED, type JoinPage, renderJoin, renderNoInvitation } from '../people/join-page.ts';
import type { FindRelyingParty } from '../people/passkeys.ts';
import type { ReadBuiltPage } from '../site/fill-page.ts';

export interface JoinDependencies {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly signIn: SignIn;
  readonly invitationCookie: InvitationCookie;
  readonly findRelyingParty: FindRelyingParty;
  readonly getMailSettings: () => Pick<MailSettings, 'farm'>;
  readonly readBuiltPage: ReadBuiltPage;
}

const PATH = PAGES['admin/join'].path;

/**
 * Mounted at `/admin/join`: the page of an invitation link. Opening it does not use it up, because link previews open
 * it too. Its key moves from the URL to a cookie at once.
 */
export function createJoinRoutes(deps: JoinDependencies): Hono {
  const { db, clock, invitationCookie, signIn } = deps;
  return new Hono()
    .use(async (c, next) => {
      c.header('Cache-Control', 'no-store');
      await next();
    })
    .get('/', async (c) => {
      const key = c.req.query('key');
      if (key !== undefined) {
        invitationCookie.write(c, /^[\w-]{43}$/.test(key) ? key : 'none');
        return c.redirect(PATH, 303);
      }
      const person = await readInvitation(db, invitationCookie.read(c), clock());
      if (!person) return sendOver(c, deps);
      return send(c, deps, { person, name: person.name, problems: {} });
    })
    .post('/', async (c) => {
      const person = await readInvitation(db, invitationCookie.read(c), clock());
      if (!person) return sendOver(c, deps);
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const typed = { name: body.value.name ?? '', password: body.value.password ?? '' };
      const name = await readName(db, typed.name, person.id);
      const password = readNewPassword(typed.password, [deps.getMailSettings().farm.name, typed.name]);
      if ('message' in name || 'message' in password) {
        const problems = {
          name: 'message' in name ? name.message : undefined,
          password: 'message' in password ? password.message : undefined,
        };
        return send(c, deps, { person, name: typed.name, problems });
      }
      const way = { name: name.value, passwordHash: await signIn.hashPassword(password.value) };
      if (!(await acceptInvitation(db, person.id, way))) return sendOver(c, deps);
      invitationCookie.clear(c);
      await signIn.startSession(c, person.id);
      return c.redirect(JOINED, 303);
    });
}

function send(c: Context, deps: JoinDependencies, page: Omit<JoinPage, 'offersPasskeys'>): Promise<Response> {
  const isRefused = Object.values(page.problems).some((each) => each !== undefined);
  return sendOfficePage(c, deps, {
    page: 'admin/join',
    markup: renderJoin({ ...page, offersPasskeys: deps.findRelyingParty(c) !== undefined }),
    title: isRefused ? 'Error' : 'Welcome',
    status: isRefused ? 422 : 200,
  });
}

function sendOver(c: Context, deps: JoinDependencies): Promise<Response> {
  // Without a link, nothing has expired.
  const status = deps.invitationCookie.read(c) === undefined ? 200 : 410;
  const markup = renderNoInvitation();
  return sendOfficePage(c, deps, { page: 'admin/join', markup, title: 'Link ended', status });
}
