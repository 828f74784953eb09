import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { sayCommand } from '#commands';
import { countOf } from '#domain/count.ts';
import { PAGES } from '#domain/pages.ts';
import { ROLE_HINTS, ROLE_LABELS, ROLES, type Role } from '#domain/people.ts';
import { renderErrorSummary } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import {
  deletePerson,
  deleteSessionsOf,
  FOUNDER_ID,
  findPerson,
  insertPerson,
  type ListedPerson,
  listPeople,
  updatePerson,
} from '../admin/admin-repository.ts';
import { requireAdminPage, requireFreshSignIn } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readFormAs } from '../http/request-body.ts';
import { readDone, sendOfficePage } from '../office/office-page.ts';
import { readName, renderNameField } from '../people/fields.ts';
import { INVITATION_DAYS, invite, inviteAnew } from '../people/invitations.ts';
import type { RouteContext } from '../shop.ts';

const PATH = PAGES['admin/people'].path;

const PEOPLE_DONE = {
  role: 'Their role is changed. They’ll have to sign in again.',
  removed: 'They’re removed, and signed out everywhere.',
  gone: 'They’ve been removed already.',
  own: 'You can’t do that to yourself. Ask another owner.',
  founder: `The first owner stays: ADMIN_PASSWORD is theirs. Type ${sayCommand('people', '--link NAME')} on the server for a new link.`,
} as const;
type PeopleDone = keyof typeof PEOPLE_DONE;
const TROUBLES: readonly PeopleDone[] = ['gone', 'own', 'founder'];

const inviteSchema = z.object({ role: z.enum(ROLES), name: z.string().default('') });
const changeSchema = z.object({ role: z.enum(ROLES).optional().catch(undefined) });

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
    .get('/', (c) => send(c, shop, { done: readDone(c, PEOPLE_DONE) }))
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
  { done = null, link = null, entered = null }: Partial<Shown>,
): Promise<Response> {
  const people = await listPeople(shop.db);
  return sendOfficePage(c, shop, {
    page: 'admin/people',
    markup: renderPeople(people, { done, link, entered }, { ownId: c.var.person.id, now: shop.clock() }),
    title: entered ? 'Error' : countOf(people.length, 'person', 'people'),
    status: entered ? 422 : 200,
  });
}

interface Shown {
  readonly done: PeopleDone | null;
  /** Created by this request, and never shown again. */
  readonly link: { readonly name: string; readonly url: string; readonly endsAt: Date } | null;
  readonly entered: { readonly name: string; readonly role: Role; readonly message: string } | null;
}

const NAME = 'invite-name';

function renderPeople(
  people: readonly ListedPerson[],
  { done, link, entered }: Shown,
  seen: { ownId: string; now: Date },
): Html {
  return html`${done !== null && html`<p class="callout${TROUBLES.includes(done) ? ' trouble' : ''}" role="status">${PEOPLE_DONE[done]}</p>`}
${link !== null && renderLink(link)}
<div class="halves stack"><section aria-labelledby="who"><h2 id="who">Who signs in</h2>
${people.map((person) => renderPerson(person, seen))}</section>
<section class="second" aria-labelledby="invite"><h2 id="invite">Invite somebody</h2>
<form class="form" method="post" action="${PATH}" novalidate>
${entered && renderErrorSummary('invite', { fields: [{ controlId: NAME, message: entered.message }] })}
${renderNameField({ id: NAME, label: 'Their name', value: entered?.name ?? '', message: entered?.message })}
${renderRoles('invite', entered?.role ?? 'packer')}
<p class="hint">You’ll get a link to send them. It works once, for ${INVITATION_DAYS} days.</p>
<button class="button" type="submit">Make a link</button>
</form></section></div>`;
}

function renderLink({ name, url, endsAt }: NonNullable<Shown['link']>): Html {
  return html`<div class="callout" role="status"><p><strong>Send this link to ${name}</strong>, and to nobody else: whoever opens it first is ${name}. It works once, until ${renderLondonTime(endsAt.toISOString())}. It won’t be shown again.</p>
<div class="form"><div class="field"><label for="new-link">Link for ${name}</label><input id="new-link" type="text" readonly value="${url}" spellcheck="false"></div><button class="button quiet" type="button" data-copies="new-link" hidden>Copy</button></div></div>`;
}

function renderRoles(id: string, chosen: Role): Html {
  return html`<fieldset class="fields"><legend>Role</legend>
${ROLES.map((role) => html`<label class="choice" for="${id}-${role}"><input id="${id}-${role}" type="radio" name="role" value="${role}"${role === chosen && html` checked`}><span><strong>${ROLE_LABELS[role]}:</strong> ${ROLE_HINTS[role]}</span></label>`)}
</fieldset>`;
}

function renderPerson(person: ListedPerson, { ownId, now }: { ownId: string; now: Date }): Html {
  const { id, name, role } = person;
  const isOwn = id === ownId;
  return html`<article class="panel" id="person-${id}" aria-labelledby="name-${id}">
<h3 id="name-${id}">${name}</h3>
<dl class="pairs">
<div><dt>Role</dt><dd>${ROLE_LABELS[role]}</dd></div>
<div><dt>Signs in with</dt><dd>${listWays(person)}</dd></div>
${renderInvitation(person, now)}
</dl>
${isOwn && html`<p>This is you. Passkeys and password are on <a href="${PAGES['admin/account'].path}">your account</a>.</p>`}
${!isOwn && id !== FOUNDER_ID && renderChanges(person)}
</article>`;
}

function listWays({ hasPassword, passkeys }: ListedPerson): string {
  const keys = passkeys === 0 ? [] : [countOf(passkeys, 'passkey')];
  return [...keys, ...(hasPassword === 1 ? ['a password'] : [])].join(' and ') || 'nothing yet';
}

function renderInvitation({ endsAt }: ListedPerson, now: Date): Html | null {
  if (endsAt === null) return null;
  const isOver = endsAt <= now.toISOString();
  return html`<div><dt>Link</dt><dd>${isOver ? 'has run out; make a new one' : html`not used yet, ends ${renderLondonTime(endsAt)}`}</dd></div>`;
}

function renderChanges({ id, name, role }: ListedPerson): Html {
  const form = (action: string, content: Html) =>
    html`<form class="form" method="post" action="${PATH}/${id}/${action}">${content}</form>`;
  const of = html`<span class="visually-hidden">: ${name}</span>`;
  return html`<details><summary>Change the role${of}</summary>
<p>They’re signed out, and have to sign in again.</p>
${form('role', html`${renderRoles(`role-${id}`, role)}<button class="button quiet" type="submit">Change the role</button>`)}</details>
<details><summary>Make a new link${of}</summary>
<p>For a lost phone or a forgotten password. They’re signed out, and their password and passkeys stop working at once.</p>
${form('link', html`<button class="button quiet" type="submit">Make a new link for ${name}</button>`)}</details>
<details><summary>Remove${of}</summary>
<p>They’re signed out everywhere, and can’t come back without a new link. What they did keeps their name.</p>
${form('remove', html`<button class="button quiet" type="submit">Remove ${name}</button>`)}</details>`;
}
