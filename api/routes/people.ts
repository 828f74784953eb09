import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { countOf } from '#domain/count.ts';
import { PAGES } from '#domain/pages.ts';
import { ROLES } from '#domain/people.ts';
import {
  deletePerson,
  deleteSessionsOf,
  FOUNDER_ID,
  findPerson,
  insertPerson,
  listPeople,
  updatePerson,
} from '../admin/admin-repository.ts';
import { requireAdminPage, requireFreshSignIn } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readFormAs } from '../http/request-body.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { readName } from '../people/fields.ts';
import { invite, inviteAnew } from '../people/invitations.ts';
import { PEOPLE_DONE, type PeopleDone, type PeoplePage, renderPeople } from '../people/people-page.ts';
import type { RouteContext } from '../shop.ts';

const PATH = PAGES['admin/people'].path;

const querySchema = z.object({
  done: z
    .enum(Object.keys(PEOPLE_DONE) as [PeopleDone])
    .nullable()
    .catch(null),
});
const inviteSchema = z.object({ role: z.enum(ROLES), name: z.string().default('') });
const changeSchema = z.object({ role: z.enum(ROLES).optional().catch(undefined) });

type Part = Partial<Pick<PeoplePage, 'done' | 'link' | 'entered'>>;

/** Mounted at `/admin/people`: the people who sign in, and their roles. For owners. */
export function createPeopleRoutes(shop: RouteContext): Hono {
  const { db, clock, clients, getMailSettings } = shop;
  const finish = (c: Context, done: PeopleDone) => c.redirect(`${PATH}?done=${done}`, 303);
  const linkTo = (c: Context, path: string) => {
    const site = new URL(getMailSettings().farm.website);
    // On another host, such as localhost, the link uses the host of the owner's own request.
    const own = `${clients.isHttps(c) ? 'https' : 'http'}://${clients.host(c)}`;
    return `${clients.host(c) === site.host ? site.origin : own}${path}`;
  };

  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .use(requireFreshSignIn(shop.sessions))
    .get('/', (c) => send(c, shop, querySchema.parse(c.req.query())))
    .post('/', async (c) => {
      const body = await readFormAs(c, inviteSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const { role, name: typed } = body.value;
      const invited = await db.transaction().execute(async (trx) => {
        const name = await readName(trx, typed, null);
        if ('message' in name) return name;
        const person = { id: randomUUID(), name: name.value, role };
        await insertPerson(trx, { ...person, passwordHash: null });
        return { name: name.value, ...(await invite(trx, person.id, clock())) };
      });
      if ('message' in invited) {
        return send(c, shop, { entered: { name: typed, role, message: invited.message } });
      }
      const { name, path, endsAt } = invited;
      return send(c, shop, { link: { name, url: linkTo(c, path), endsAt } });
    })
    .post('/:id/:action', async (c) => {
      const { id, action } = c.req.param();
      const body = await readFormAs(c, changeSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const { role } = body.value;
      if (id === c.var.person.id) return finish(c, 'own');
      if (id === FOUNDER_ID) return finish(c, 'founder');
      const person = await findPerson(db, id);
      if (!person) return finish(c, 'gone');
      if (action === 'remove') {
        await db.transaction().execute((trx) => deletePerson(trx, id));
        return finish(c, 'removed');
      }
      if (action === 'link') {
        const { path, endsAt } = await db.transaction().execute((trx) => inviteAnew(trx, id, clock()));
        return send(c, shop, { link: { name: person.name, url: linkTo(c, path), endsAt } });
      }
      if (action !== 'role' || role === undefined) return sendProblem(c, { code: 'malformed_body' });
      await db.transaction().execute(async (trx) => {
        await updatePerson(trx, id, { role });
        await deleteSessionsOf(trx, id);
      });
      return finish(c, 'role');
    });
}

async function send(
  c: Context,
  shop: RouteContext,
  { done = null, link = null, entered = null }: Part,
): Promise<Response> {
  const people = await listPeople(shop.db);
  const page = { people, ownId: c.var.person.id, now: shop.clock(), done, link, entered };
  return sendOfficePage(c, shop, {
    page: 'admin/people',
    markup: renderPeople(page),
    title: entered ? 'Error' : countOf(people.length, 'person', 'people'),
    status: entered ? 422 : 200,
  });
}
