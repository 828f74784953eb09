import { type Context, Hono } from 'hono';
import { PAGES } from '#domain/pages.ts';
import { type Person, SHORTEST_PASSWORD } from '#domain/people.ts';
import { renderErrorSummary } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf } from '../http/problems.ts';
import { readForm } from '../http/request-body.ts';
import { sendOfficePage } from '../office/office-page.ts';
import {
  readName,
  readNewPassword,
  renderNameField,
  renderPasskeyButton,
  renderPasswordField,
} from '../people/fields.ts';
import { acceptInvitation, readInvitation } from '../people/invitations.ts';
import type { RouteContext } from '../shop.ts';

const PATH = PAGES['admin/join'].path;

/**
 * Mounted at `/admin/join`: the page of an invitation link. Opening it does not use it up, because link previews open
 * it too. Its key moves from the URL to a cookie at once.
 */
export function createJoinRoutes(shop: RouteContext): Hono {
  const { db, clock, invitationCookie, signIn } = shop;
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
      if (!person) return sendOver(c, shop);
      return send(c, shop, { person, name: person.name, problems: {} });
    })
    .post('/', async (c) => {
      const person = await readInvitation(db, invitationCookie.read(c), clock());
      if (!person) return sendOver(c, shop);
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const typed = { name: body.value.name ?? '', password: body.value.password ?? '' };
      const name = await readName(db, typed.name, person.id);
      const password = readNewPassword(typed.password, [shop.getMailSettings().farm.name, typed.name]);
      if ('message' in name || 'message' in password) {
        const problems = {
          name: 'message' in name ? name.message : undefined,
          password: 'message' in password ? password.message : undefined,
        };
        return send(c, shop, { person, name: typed.name, problems });
      }
      const way = { name: name.value, passwordHash: await signIn.hashPassword(password.value) };
      const joined = await acceptInvitation(db, person.id, way);
      if (joined === 'over') return sendOver(c, shop);
      if ('message' in joined) {
        return send(c, shop, { person, name: typed.name, problems: { name: joined.message } });
      }
      invitationCookie.clear(c);
      await signIn.startSession(c, person.id);
      return c.redirect(findStart(person), 303);
    });
}

function send(c: Context, shop: RouteContext, page: Omit<JoinPage, 'offersPasskeys'>): Promise<Response> {
  const isRefused = Object.values(page.problems).some((each) => each !== undefined);
  return sendOfficePage(c, shop, {
    page: 'admin/join',
    markup: renderJoin({ ...page, offersPasskeys: shop.findRelyingParty(c) !== undefined }),
    title: isRefused ? 'Error' : 'Welcome',
    status: isRefused ? 422 : 200,
  });
}

function sendOver(c: Context, shop: RouteContext): Promise<Response> {
  // Without a link, nothing has expired.
  const status = shop.invitationCookie.read(c) === undefined ? 200 : 410;
  const markup = renderNoInvitation();
  return sendOfficePage(c, shop, { page: 'admin/join', markup, title: 'Link ended', status });
}

interface JoinPage {
  readonly person: Person;
  readonly name: string;
  readonly problems: { readonly name?: string | undefined; readonly password?: string | undefined };
  readonly offersPasskeys: boolean;
}

/** Where somebody who has joined starts: with what they are here for. */
function findStart({ role }: Person): string {
  return PAGES[role === 'packer' ? 'admin/packing' : 'admin'].path;
}

const NAME = 'join-name';
const PASSWORD = 'join-password';

function renderJoin({ person, name, problems, offersPasskeys }: JoinPage): Html {
  const fields = [
    { controlId: NAME, message: problems.name },
    { controlId: PASSWORD, message: problems.password },
  ].flatMap(({ controlId, message }) => (message === undefined ? [] : [{ controlId, message }]));
  return html`<p>Hello ${person.name}. Choose how you want to sign in from now on. That signs you in, and this link stops working.</p>
<div class="form-frame admin-sign-in">
<form class="form" method="post" action="${PAGES['admin/join'].path}" novalidate>
${renderErrorSummary('join', { fields })}
${renderNameField({ id: NAME, label: 'Your name', hint: 'You sign in with it, and it appears in the history of the orders you deal with.', value: name, message: problems.name, isLogin: true })}
${offersPasskeys && renderPasskeyButton('join', { button: 'Join with a passkey', about: 'Quickest: this phone or computer signs you in by finger, face or code, and there’s nothing to remember.', next: findStart(person) })}
${renderPasswordField({ id: PASSWORD, label: 'A new password', name: 'password', isNew: true, hint: `At least ${SHORTEST_PASSWORD} characters. Four words that have nothing to do with each other are good, and easy to type.`, message: problems.password })}
<button class="button" type="submit">Join with this password</button>
</form>
</div>`;
}

function renderNoInvitation(): Html {
  return html`<div class="callout trouble"><p>${messageOf({ code: 'invitation_over' })}</p>
<p>If you’ve joined already, <a href="${PAGES['admin/sign-in'].path}">sign in</a>.</p></div>`;
}
