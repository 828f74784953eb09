import { type Context, Hono } from 'hono';
import { PAGES } from '#domain/pages.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readForm } from '../http/request-body.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { readName, readNewPassword } from '../people/fields.ts';
import { acceptInvitation, readInvitation } from '../people/invitations.ts';
import { JOINED, type JoinPage, renderJoin, renderNoInvitation } from '../people/join-page.ts';
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
      return c.redirect(JOINED, 303);
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
