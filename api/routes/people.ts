import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Kysely } from 'kysely';
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
import type { AdminSessions } from '../admin/sessions.ts';
import type { Database } from '../db/schema.ts';
import type { ClientReader } from '../http/client-address.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readFormAs } from '../http/request-body.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { readName } from '../people/fields.ts';
import { invite, inviteAnew } from '../people/invitations.ts';
import { PEOPLE_DONE, type PeopleDone, type PeoplePage, renderPeople } from '../people/people-page.ts';
import type { ReadBuiltPage } from '../site/fill-page.ts';

export interface PeopleDependencies {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly sessions: AdminSessions;
  readonly clients: ClientReader;
  readonly getMailSettings: () => Pick<MailSettings, 'farm'>;
  readonly readBuiltPage: ReadBuiltPage;
}

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
export function createPeopleRoutes(deps: PeopleDependencies): Hono {
  const { db, clock, clients, getMailSettings } = deps;
  const finish = (c: Context, done: PeopleDone) => c.redirect(`${PATH}?done=${done}`, 303);
  const linkTo = (c: Context, path: string) => {
    const site = new URL(getMailSettings().farm.website);
    // On another host, such as localhost, the link uses the host of the owner's own request.
    const own = `${clients.isHttps(c) ? 'https' : 'http'}://${clients.host(c)}`;
    return `${clients.host(c) === site.host ? site.origin : own}${path}`;
  };

  return new Hono()
    .use(requireAdminPage(deps.sessions))
    .use(requireFreshSignIn(deps.sessions))
    .get('/', (c) => send(c, deps, querySchema.parse(c.req.query())))
    .post('/', async (c) => {
      const body = await readFormAs(c, inviteSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const { role, name: typed } = body.value;
      const name = await readName(db, typed, null);
      if ('message' in name) {
        return send(c, deps, { entered: { name: typed, role, message: name.message } });
      }
      const invitation = await db.transaction().execute(async (trx) => {
        const person = { id: randomUUID(), name: name.value, role };
        await insertPerson(trx, { ...person, passwordHash: null });
        return invite(trx, person.id, clock());
      });
      const { path, endsAt } = invitation;
      return send(c, deps, { link: { name: name.value, url: linkTo(c, path), endsAt } });
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
        return send(c, deps, { link: { name: person.name, url: linkTo(c, path), endsAt } });
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
  deps: PeopleDependencies,
  { done = null, link = null, entered = null }: Part,
): Promise<Response> {
  const people = await listPeople(deps.db);
  const page = { people, ownId: c.var.person.id, now: deps.clock(), done, link, entered };
  return sendOfficePage(c, deps, {
    page: 'admin/people',
    markup: renderPeople(page),
    title: entered ? 'Error' : countOf(people.length, 'person', 'people'),
    status: entered ? 422 : 200,
  });
}
