import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { PAGES } from '#domain/pages.ts';
import { FOUNDER_ID, findPerson, replacePasswordHash, updatePerson } from '../admin/admin-repository.ts';
import { requireAdminPage, requireFreshSignIn } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf } from '../http/problems.ts';
import { type Entries, readForm } from '../http/request-body.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { ACCOUNT_DONE, type AccountDone, type AccountPage, renderAccount } from '../people/account-page.ts';
import { readName, readNewPassword } from '../people/fields.ts';
import { deletePasskeys, listPasskeys } from '../people/people-repository.ts';
import type { RouteContext } from '../shop.ts';

const PATH = PAGES['admin/account'].path;

const querySchema = z.object({
  done: z
    .enum(Object.keys(ACCOUNT_DONE) as [AccountDone])
    .nullable()
    .catch(null),
  refused: z.string().optional(),
});

/** The message to show, or the problems by field. */
type Outcome = AccountDone | AccountPage['problems'];
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
      const { done, refused } = querySchema.parse(c.req.query());
      return send(c, shop, { done, isRefused: refused !== undefined, problems: {} });
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
  const { db, getMailSettings, sessions, signIn, isOwnerPasswordGiven } = shop;
  const { id, name } = c.var.person;
  if (isOwnerPasswordGiven && id === FOUNDER_ID) return {};
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

async function send(
  c: Context,
  shop: RouteContext,
  { done, isRefused, problems }: Pick<AccountPage, 'done' | 'isRefused' | 'problems'>,
): Promise<Response> {
  const { id } = c.var.person;
  const hasProblem = Object.keys(problems).length > 0;
  const page: AccountPage = {
    person: c.var.person,
    passkeys: await listPasskeys(shop.db, id),
    hasPassword: (await findPerson(shop.db, id))?.passwordHash != null,
    isPasswordOfServer: shop.isOwnerPasswordGiven && id === FOUNDER_ID,
    otherSessions: (await shop.sessions.count(id)) - 1,
    offersPasskeys: shop.findRelyingParty(c) !== undefined,
    isFresh: await shop.sessions.isFresh(c),
    done,
    isRefused,
    problems,
  };
  return sendOfficePage(c, shop, {
    page: 'admin/account',
    markup: renderAccount(page),
    title: hasProblem ? 'Error' : page.person.name,
    status: hasProblem ? 422 : 200,
  });
}
