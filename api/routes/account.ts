import { type Context, Hono } from 'hono';
import { countOf } from '#domain/count.ts';
import { PAGES } from '#domain/pages.ts';
import { ROLE_HINTS, SHORTEST_PASSWORD } from '#domain/people.ts';
import { renderErrorSummary } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import { findPerson, replacePasswordHash, updatePerson } from '../admin/admin-repository.ts';
import { requireAdminPage, requireFreshSignIn } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf } from '../http/problems.ts';
import { type Entries, readForm } from '../http/request-body.ts';
import { readDone, sendOfficePage } from '../office/office-page.ts';
import {
  readName,
  readNewPassword,
  renderNameField,
  renderPasskeyButton,
  renderPasswordField,
} from '../people/fields.ts';
import { deletePasskeys, listPasskeys, type Passkey } from '../people/people-repository.ts';
import type { RouteContext } from '../shop.ts';

const PATH = PAGES['admin/account'].path;

const ACCOUNT_DONE = {
  named: 'Your name is changed.',
  password: 'Your password is changed, and you’re signed out everywhere else.',
  passkey: 'The passkey is added. You can sign in with it from now on.',
  removed: 'The passkey is removed, and you’re signed out everywhere else.',
  elsewhere: 'You’re signed out everywhere else.',
} as const;
type AccountDone = keyof typeof ACCOUNT_DONE;

type Outcome = AccountDone | Shown['problems'];
type Action = (c: Context, shop: RouteContext, entries: Entries) => Promise<Outcome>;

const ACTIONS: Readonly<Record<string, Action>> = {
  name: changeName,
  password: changePassword,
  'remove-passkey': removePasskey,
  'sign-out-elsewhere': async (c, { sessions }) => {
    await sessions.endOthers(c, c.var.person.id);
    return 'elsewhere';
  },
};

/** Mounted at `/admin/account`: a person's own passkeys, password, name and sessions. */
export function createAccountRoutes(shop: RouteContext): Hono {
  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .use('/name', requireFreshSignIn(shop.sessions))
    .use('/remove-passkey', requireFreshSignIn(shop.sessions))
    .get('/', (c) => {
      const isRefused = c.req.query('refused') !== undefined;
      return send(c, shop, { done: readDone(c, ACCOUNT_DONE), isRefused, problems: {} });
    })
    .post('/:action', async (c) => {
      const action = c.req.param('action');
      if (action === 'sign-out') {
        await shop.sessions.end(c);
        return c.redirect(PAGES['admin/sign-in'].path, 303);
      }
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
      if (!act) return sendProblem(c, { code: 'not_found' });
      const outcome = await act(c, shop, body.value);
      if (typeof outcome === 'string') return c.redirect(`${PATH}?done=${outcome}`, 303);
      return send(c, shop, { done: null, isRefused: false, problems: outcome });
    });
}

async function changeName(c: Context, { db }: RouteContext, entries: Entries): Promise<Outcome> {
  const { id } = c.var.person;
  return db.transaction().execute(async (trx) => {
    const name = await readName(trx, entries.name ?? '', id);
    if ('message' in name) return { name: name.message };
    await updatePerson(trx, id, { name: name.value });
    return 'named';
  });
}

/** Changing an existing password requires it, because a phone may be left unlocked. */
async function changePassword(c: Context, shop: RouteContext, entries: Entries): Promise<Outcome> {
  const { db, getMailSettings, sessions, signIn } = shop;
  const { id, name } = c.var.person;
  const stored = (await findPerson(db, id))?.passwordHash ?? null;
  if (stored !== null) {
    const problem = await signIn.checkOwn(c, id, entries.current ?? '');
    if (problem !== null) return { current: messageOf(problem) };
  } else if (!(await sessions.isFresh(c))) {
    return { password: messageOf({ code: 'sign_in_again' }) };
  }
  const password = readNewPassword(entries.password ?? '', [getMailSettings().farm.name, name]);
  if ('message' in password) return { password: password.message };
  const hash = await signIn.hashPassword(password.value);
  await db.transaction().execute((trx) => replacePasswordHash(trx, id, hash));
  await signIn.startSession(c, id);
  return 'password';
}

async function removePasskey(c: Context, { db, sessions }: RouteContext, entries: Entries): Promise<Outcome> {
  const { id } = c.var.person;
  const hasPassword = (await findPerson(db, id))?.passwordHash != null;
  const others = (await listPasskeys(db, id)).filter((each) => each.id !== entries.id);
  if (!hasPassword && others.length === 0) {
    return { passkey: 'This is your only way in. Please set a password or add another passkey first.' };
  }
  await db.transaction().execute((trx) => deletePasskeys(trx, id, entries.id ?? ''));
  // The device with the passkey may be lost.
  await sessions.endOthers(c, id);
  return 'removed';
}

async function send(c: Context, shop: RouteContext, shown: Shown): Promise<Response> {
  const hasProblem = Object.keys(shown.problems).length > 0;
  return sendOfficePage(c, shop, {
    page: 'admin/account',
    markup: renderAccount(await readAccount(c, shop, shown)),
    title: hasProblem ? 'Error' : c.var.person.name,
    status: hasProblem ? 422 : 200,
  });
}

interface Shown {
  readonly done: AccountDone | null;
  readonly isRefused: boolean;
  readonly problems: Partial<Record<keyof typeof CONTROLS, string>>;
}

type AccountPage = Awaited<ReturnType<typeof readAccount>>;

async function readAccount(c: Context, { db, sessions, findRelyingParty }: RouteContext, shown: Shown) {
  const { person } = c.var;
  return {
    person,
    passkeys: await listPasskeys(db, person.id),
    hasPassword: (await findPerson(db, person.id))?.passwordHash != null,
    otherSessions: (await sessions.count(person.id)) - 1,
    offersPasskeys: findRelyingParty(c) !== undefined,
    /** Otherwise they have to sign in again before they add a passkey. */
    isFresh: await sessions.isFresh(c),
    ...shown,
  };
}

const CONTROLS = {
  name: 'account-name',
  current: 'account-current',
  password: 'account-password',
  passkey: 'passkeys',
};

function renderAccount(page: AccountPage): Html {
  const { person, done, isRefused, problems } = page;
  const fields = Object.entries(problems).map(([name, message]) => ({
    controlId: CONTROLS[name as keyof typeof CONTROLS],
    message,
  }));
  return html`${done !== null && html`<p class="callout" role="status">${ACCOUNT_DONE[done]}</p>`}
${isRefused && html`<p class="callout trouble" role="alert">That page is for the owner of the farm.</p>`}
${fields.length > 0 && html`<div class="form">${renderErrorSummary('account', { fields })}</div>`}
<div class="halves stack"><section><p>You’re signed in as <strong>${person.name}</strong>. You can do ${ROLE_HINTS[person.role].replace(/^./, (letter) => letter.toLowerCase())}</p>
<form class="actions" method="post" action="${PATH}/sign-out"><button class="button quiet" type="submit">Sign out</button></form>
${renderPasskeys(page)}
<h2>Elsewhere</h2>
${renderElsewhere(page)}</section>
<section class="second">${renderPassword(page)}
<h2>Name</h2>
<form class="form" method="post" action="${PATH}/name" novalidate>
${renderNameField({ id: CONTROLS.name, label: 'Your name', hint: 'You sign in with it. What you’ve already done stays under your old name.', value: person.name, message: problems.name })}
<button class="button quiet" type="submit">Change the name</button>
</form></section></div>`;
}

function renderPasskeys({ passkeys, offersPasskeys, isFresh }: AccountPage): Html {
  return html`<h2 id="${CONTROLS.passkey}">Passkeys</h2>
<p>With a passkey, your phone or computer signs you in by finger, face or code. Nobody can guess it, and it works on no other site.</p>
${passkeys.length === 0 && html`<p>You haven’t got one yet.</p>`}
${passkeys.length > 0 && html`<ul class="lined plain">${passkeys.map(renderPasskey)}</ul>`}
${offersPasskeys ? renderAdding(isFresh) : html`<p class="hint">You can only add one at the farm’s own https address, and this isn’t it.</p>`}`;
}

function renderAdding(isFresh: boolean): Html {
  if (!isFresh) {
    return html`<p class="hint">A passkey is a way in, so to add one please sign in again first.</p>
<p><a class="button quiet" href="${PAGES['admin/sign-in'].path}?next=${PATH}">Sign in again</a></p>`;
  }
  return html`${renderPasskeyButton('add', { button: 'Add a passkey on this device', about: 'Your browser asks for your finger, face or code.', next: `${PATH}?done=passkey` })}
<noscript><p class="hint">To add one, switch JavaScript on.</p></noscript>`;
}

function renderPasskey({ id, site, createdAt, lastUsedAt }: Passkey, index: number): Html {
  return html`<li class="stack"><strong>Passkey ${index + 1}</strong>
<dl class="pairs"><div><dt>For</dt><dd>${site}</dd></div>
<div><dt>Added</dt><dd>${renderLondonTime(createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${lastUsedAt === null ? 'not yet' : renderLondonTime(lastUsedAt)}</dd></div></dl>
<form class="actions" method="post" action="${PATH}/remove-passkey"><input type="hidden" name="id" value="${id}">
<button class="button quiet" type="submit">Remove<span class="visually-hidden"> passkey ${index + 1}</span></button></form></li>`;
}

function renderPassword({ hasPassword, problems, person }: AccountPage): Html {
  return html`<h2>Password</h2>
<form class="form" method="post" action="${PATH}/password" novalidate>
<input type="text" hidden name="username" autocomplete="username" value="${person.name}">
${hasPassword && renderPasswordField({ id: CONTROLS.current, label: 'Current password', name: 'current', isNew: false, message: problems.current })}
${renderPasswordField({ id: CONTROLS.password, label: 'New password', name: 'password', isNew: true, hint: `At least ${SHORTEST_PASSWORD} characters. Four words that have nothing to do with each other are good.`, message: problems.password })}
<button class="button quiet" type="submit">${hasPassword ? 'Change the password' : 'Set a password'}</button>
</form>`;
}

function renderElsewhere({ otherSessions }: AccountPage): Html {
  if (otherSessions === 0) return html`<p>You aren’t signed in anywhere else.</p>`;
  return html`<p>You’re also signed in on ${countOf(otherSessions, 'other browser')}.</p>
<form class="actions" method="post" action="${PATH}/sign-out-elsewhere"><button class="button quiet" type="submit">Sign out everywhere else</button></form>`;
}
