import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { PAGES } from '#domain/pages.ts';
import { type AdminSession, LONGEST_NAME, LONGEST_PASSWORD } from '#domain/people.ts';
import { renderErrorSummary } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { readNextPage, readOwnPath, SENT_TO } from '../admin/require-admin.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { messageOf, type Problem, statusOf } from '../http/problems.ts';
import { type Entries, readEditorForm, readJson, validate } from '../http/request-body.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { renderNameField, renderPasskeyButton, renderPasswordField } from '../people/fields.ts';
import type { RouteContext } from '../shop.ts';

const message = 'Please enter the password.';
const nameMessage = 'Please enter the name as the owner knows it.';
const signInSchema = z.strictObject({
  /** Empty for the owner. */
  name: z.string(nameMessage).max(LONGEST_NAME, nameMessage).default(''),
  password: z.string(message).min(1, message).max(LONGEST_PASSWORD, message),
});

const NO_STORE = { 'Cache-Control': 'no-store' };

/** `/api/admin`: signing in, and the current session. The account's own page signs out. */
export function createAdminRoutes({ sessions, signIn }: Pick<RouteContext, 'sessions' | 'signIn'>): Hono {
  return new Hono()
    .post('/sign-in', async (c) => {
      const body = await readJson(c, signInSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const problem = await signIn.byPassword(c, body.value);
      return problem === null ? c.json({ signedIn: true }, 200, NO_STORE) : sendProblem(c, problem);
    })
    .get('/session', async (c) => {
      const person = await sessions.readPerson(c);
      const session: AdminSession = person
        ? { signedIn: true, name: person.name, role: person.role }
        : { signedIn: false };
      return c.json(session, 200, NO_STORE);
    });
}

/** Mounted at `/admin/sign-in`: the sign-in without script, which then opens the requested page. */
export function createSignInPageRoutes(shop: RouteContext): Hono {
  const fill = (c: Context, title: string | undefined, markup: Html, status: ContentfulStatusCode) =>
    sendOfficePage(c, shop, { page: 'admin/sign-in', markup, title, status });
  const send = async (
    c: Context,
    page: Omit<SignInPage, 'message' | 'offersPasskeys' | 'isSignedIn'>,
    problem: Problem | null,
  ) => {
    const message = problem && messageOf(problem);
    const offersPasskeys = shop.findRelyingParty(c) !== undefined;
    const isSignedIn = (await shop.sessions.readPerson(c)) !== undefined;
    const markup = renderSignIn({ ...page, message, offersPasskeys, isSignedIn });
    return fill(
      c,
      problem === null ? undefined : 'Error',
      markup,
      problem === null ? 200 : statusOf(problem),
    );
  };
  const finish = (c: Context, next: string, kept: KeptForm | null) =>
    kept === null ? c.redirect(next, 303) : fill(c, 'Signed in', renderKeptForm(kept, next), 200);
  return new Hono()
    .get('/', (c) => send(c, { next: readNextPage(c.req.query('next')), name: '' }, null))
    .post('/', async (c) => {
      // A kept form can be one of the editor's. Its photographs are not kept: a page cannot choose a file again.
      const body = await readEditorForm(c, { text: KEPT_LIMIT_BYTES, file: 0 });
      const sentTo = c.req.query(SENT_TO);
      const asked = { next: readNextPage(c.req.query('next')), name: '' };
      const refuseKept = () => send(c, asked, { code: 'body_too_large', error: TOO_LONG_TO_KEEP });
      if (!body.ok) return sentTo === undefined ? sendProblem(c, body.problem) : refuseKept();
      const { entries } = body.value;
      if (sentTo !== undefined) {
        const kept = keepForm(sentTo, entries);
        if (kept !== null && writeKeptForm(kept) === undefined) return refuseKept();
        return send(c, { ...asked, kept }, null);
      }
      const { name = '', password = '' } = entries;
      const next = readNextPage(entries.next);
      const kept = readKeptForm(entries);
      // A passkey has signed them in meanwhile.
      if (kept !== null && (await shop.sessions.isFresh(c))) return finish(c, next, kept);
      showProblemsAsPage(c, (problem) => send(c, { next, name, kept }, problem));
      const credentials = validate(signInSchema, { name, password });
      if (!credentials.ok) return sendProblem(c, credentials.problem);
      const problem = await shop.signIn.byPassword(c, credentials.value);
      return problem === null ? finish(c, next, kept) : sendProblem(c, problem);
    });
}

interface SignInPage {
  readonly next: string;
  readonly name: string;
  readonly message: string | null;
  readonly offersPasskeys: boolean;
  /** They are asked again because they change how somebody signs in. */
  readonly isSignedIn: boolean;
  /** A form that was sent after the session had ended, or that wants a new sign-in. */
  readonly kept?: KeptForm | null;
  /** Over a page that keeps what was entered. */
  readonly isOver?: boolean;
}

/** The form, for the list of orders to show when the session of whoever works there ends. */
export function renderSignInAgain(c: Context, { findRelyingParty }: RouteContext): Html {
  const page = { next: PAGES['admin/orders'].path, name: '', message: null, isSignedIn: false, isOver: true };
  return renderSignIn({ ...page, offersPasskeys: findRelyingParty(c) !== undefined });
}

/** The passkey comes last: a script shows it, and nothing moves. */
function renderSignIn({
  next,
  name,
  message,
  offersPasskeys,
  isSignedIn,
  kept = null,
  isOver = false,
}: SignInPage): Html {
  const problem = message === null ? [] : [{ controlId: 'sign-in-password', message }];
  return html`<div class="halves stack"><div class="form-frame admin-sign-in">
<form id="sign-in" class="form" method="post" action="${PAGES['admin/sign-in'].path}" novalidate>
${renderErrorSummary('sign-in', { fields: problem })}
${isOver && html`<h2>Sign in</h2><p role="status">You’ve been signed out. Please sign in again. Everything you entered is still here.</p>`}
${isSignedIn && html`<p class="callout">To change how somebody signs in, please sign in again first, with your password or a passkey.</p>`}
${kept && html`<p class="callout">${!isSignedIn && 'Your session has ended, so nothing'}${isSignedIn && 'Nothing'} was saved yet. What you entered is kept on this page: sign in, and send it again.</p>`}
<input type="hidden" name="next" value="${next}">
${kept && renderKeptField(kept)}
${renderNameField({ id: 'sign-in-name', label: 'Name', hint: 'The owner can leave this blank.', value: name, isLogin: true })}
${renderPasswordField({ id: 'sign-in-password', label: 'Password', name: 'password', isNew: false, message: message ?? undefined })}
<button class="button" type="submit">Sign in</button>
<details><summary>Forgotten your password?</summary><p>Ask an owner: ‘People’ makes you a new link. If you’re the only owner, whoever looks after the server can make one too.</p></details>
${offersPasskeys && renderPasskeyButton('sign-in', { button: 'Use a passkey', about: 'With a passkey, your phone or computer signs you in by finger, face or code.', next })}
</form>
</div>
${!isOver && html`<section class="second"><h2>Looking for your order?</h2><p>It has a page of its own: the link in your confirmation e-mail opens it. This page is for the people who pack it.</p><p><a class="tap" href="${PAGES['contact-us'].path}">Write to us or ring</a></p></section>`}</div>`;
}

/** A form of the farm's own pages that was sent without the sign-in that it wants. It lives in the sign-in page only. */
interface KeptForm {
  readonly path: string;
  readonly entries: Entries;
}

const FIELD = 'kept';
/** Of what the sign-in is sent: the form, or the page's own with the form in it. */
const KEPT_LIMIT_BYTES = 96 * 1024;
/** As a field's value. The largest form of ours has half of it. */
const LONGEST_VALUE = 88 * 1024;
/** For a form above the limits. */
const TOO_LONG_TO_KEEP =
  'What you entered is too long to be kept on this page, so nothing was saved. It’s still in your form: sign in in another tab, come back here, press your browser’s Back button, and send it again.';
/** Never in a page, wherever a form has one. */
const SECRETS = ['password', 'current'];

/** @returns null for a path that is not one of the farm's own pages */
function keepForm(sentTo: string, entries: Entries): KeptForm | null {
  const path = readOwnPath(sentTo);
  if (path === undefined) return null;
  const kept = Object.entries(entries).filter(([name]) => !SECRETS.includes(name));
  return { path, entries: Object.fromEntries(kept) };
}

const keptSchema = z.object({ path: z.string(), entries: z.record(z.string(), z.string()) });

/** The kept form in what the sign-in page sends. */
function readKeptForm(entries: Entries): KeptForm | null {
  try {
    const kept = keptSchema.parse(JSON.parse(Buffer.from(entries[FIELD] ?? '', 'base64url').toString()));
    return keepForm(kept.path, kept.entries);
  } catch {
    return null;
  }
}

/**
 * The kept form as the value of one field of the sign-in page: in base64, because whatever anybody sends would be five
 * times as long when it is escaped.
 * @returns undefined if it is too long
 */
function writeKeptForm(kept: KeptForm): string | undefined {
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  return value.length > LONGEST_VALUE ? undefined : value;
}

/** For the sign-in form. */
function renderKeptField(kept: KeptForm): Html {
  return html`<input type="hidden" name="${FIELD}" value="${writeKeptForm(kept)}">`;
}

/** The page after signing in: a person sends the form again, and sees what is in it. */
function renderKeptForm({ path, entries }: KeptForm, next: string): Html {
  // A form of the editor has every word of a file, hardly one of them typed.
  const words = path.startsWith(PAGES['admin/content'].path) ? [] : listWords(entries);
  return html`<div class="form-frame admin-sign-in">
<form class="form" method="post" action="${path}">
<h2>You’re signed in again</h2>
<p>Nothing has been saved yet. ${words.length > 0 ? 'This is what you had entered.' : 'Everything you had entered is kept: send it now, and go on.'}</p>
${words.map((each) => html`<blockquote class="words">${each}</blockquote>`)}
${Object.entries(entries).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="button" type="submit">Send it now</button>
<p><a href="${next}">Leave it, and open the page</a></p>
</form>
</div>`;
}

const TYPED = ['name', 'title', 'text', 'address'];

function listWords(entries: Entries): string[] {
  return TYPED.flatMap((name) => (entries[name]?.trim() ? [entries[name]] : []));
}
