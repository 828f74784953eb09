import { countOf } from '#domain/count.ts';
import { PAGES } from '#domain/pages.ts';
import { ROLE_HINTS, ROLE_LABELS, ROLES, type Role } from '#domain/people.ts';
import { renderErrorSummary } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import { FOUNDER_ID, type ListedPerson } from '../admin/admin-repository.ts';
import { renderNameField } from './fields.ts';
import { INVITATION_DAYS } from './invitations.ts';

const PATH = PAGES['admin/people'].path;

export const PEOPLE_DONE = {
  role: 'The role has been changed. They need to sign in again.',
  removed: 'They have been removed, and signed out everywhere.',
  gone: 'That person has already been removed.',
  own: 'You cannot do that to yourself. Ask another owner.',
  founder:
    'The first owner stays: ADMIN_PASSWORD is theirs. Use “npm run people” on the server for a new link.',
} as const;
export type PeopleDone = keyof typeof PEOPLE_DONE;
const TROUBLES: readonly PeopleDone[] = ['gone', 'own', 'founder'];

export interface PeoplePage {
  readonly people: readonly ListedPerson[];
  readonly ownId: string;
  readonly now: Date;
  readonly done: PeopleDone | null;
  /** Created by this request, and never shown again. */
  readonly link: { readonly name: string; readonly url: string; readonly endsAt: Date } | null;
  /** An invalid invitation. */
  readonly entered: { readonly name: string; readonly role: Role; readonly message: string } | null;
}

const NAME = 'invite-name';

export function renderPeople(page: PeoplePage): Html {
  const { people, done, link, entered } = page;
  return html`${done !== null && html`<p class="callout${TROUBLES.includes(done) ? ' trouble' : ''}" role="status">${PEOPLE_DONE[done]}</p>`}
${link !== null && renderLink(link)}
<h2>Who signs in</h2>
${people.map((person) => renderPerson(person, page))}
<h2>Invite somebody</h2>
<form class="form admin-correction" method="post" action="${PATH}" novalidate>
${entered && renderErrorSummary('invite', { fields: [{ controlId: NAME, message: entered.message }] })}
${renderNameField({ id: NAME, label: 'Their name', value: entered?.name ?? '', message: entered?.message })}
${renderRoles('invite', entered?.role ?? 'packer')}
<p class="hint">You will get a link to send them. It works once, for ${INVITATION_DAYS} days.</p>
<button class="button" type="submit">Make a link</button>
</form>`;
}

function renderLink({ name, url, endsAt }: NonNullable<PeoplePage['link']>): Html {
  return html`<div class="callout" role="status"><p><strong>Send this link to ${name}</strong>, and to nobody else: whoever opens it first is ${name}. It works once, until ${renderLondonTime(endsAt.toISOString())}. It is not shown again.</p>
<div class="form"><div class="field"><label for="new-link">Link for ${name}</label><input id="new-link" type="text" readonly value="${url}" spellcheck="false"></div></div></div>`;
}

function renderRoles(id: string, chosen: Role): Html {
  return html`<fieldset class="fields"><legend>Role</legend>
${ROLES.map((role) => html`<label class="choice" for="${id}-${role}"><input id="${id}-${role}" type="radio" name="role" value="${role}"${role === chosen && html` checked`}><span><strong>${ROLE_LABELS[role]}:</strong> ${ROLE_HINTS[role]}</span></label>`)}
</fieldset>`;
}

function renderPerson(person: ListedPerson, { ownId, now }: PeoplePage): Html {
  const { id, name, role } = person;
  const isOwn = id === ownId;
  return html`<article class="panel admin-item" id="person-${id}" aria-labelledby="name-${id}">
<h3 id="name-${id}">${name}</h3>
<dl class="admin-facts">
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
<p>They are signed out, and sign in again with the new role.</p>
${form('role', html`${renderRoles(`role-${id}`, role)}<button class="button quiet" type="submit">Change the role</button>`)}</details>
<details><summary>Make a new link${of}</summary>
<p>For a lost telephone or a forgotten password. They are signed out, and their password and passkeys stop working at once.</p>
${form('link', html`<button class="button quiet" type="submit">Make a new link for ${name}</button>`)}</details>
<details><summary>Remove${of}</summary>
<p>They are signed out everywhere and cannot come back without a new invitation. What they did keeps their name.</p>
${form('remove', html`<button class="button quiet" type="submit">Remove ${name}</button>`)}</details>`;
}
