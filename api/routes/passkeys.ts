import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { LONGEST_NAME, type Person } from '#domain/people.ts';
import { requireFreshSignIn } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import { type Result, refuse } from '../http/problems.ts';
import { readJson } from '../http/request-body.ts';
import { readName } from '../people/fields.ts';
import { acceptInvitation, readInvitation } from '../people/invitations.ts';
import {
  assertionSchema,
  checkAssertion,
  offerAssertion,
  offerRegistration,
  readRegistration,
  registrationSchema,
} from '../people/passkeys.ts';
import { findPasskey, insertPasskey, listPasskeys, type Passkey } from '../people/people-repository.ts';
import type { RouteContext } from '../shop.ts';

const SIGN_IN = 'sign-in';

const joinSchema = z.strictObject({
  name: z.string('Please enter a name.').max(10 * LONGEST_NAME, 'Please enter a shorter name.'),
  passkey: registrationSchema,
});

/** `/api/admin`, open: signing in by passkey, and joining with one. */
export function createOpenPasskeyRoutes(shop: RouteContext): Hono {
  const { db, clock, challenges, findRelyingParty, signIn, invitationCookie } = shop;
  return new Hono()
    .post('/sign-in/passkey/options', async (c) => {
      const party = findRelyingParty(c);
      if (!party) return sendProblem(c, { code: 'passkeys_not_here' });
      return c.json(await offerAssertion(party, challenges.issue(c, SIGN_IN)));
    })
    .post('/sign-in/passkey', async (c) => {
      const party = findRelyingParty(c);
      if (!party) return sendProblem(c, { code: 'passkeys_not_here' });
      const body = await readJson(c, assertionSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const challenge = challenges.read(c, SIGN_IN);
      const passkey = await findPasskey(db, body.value.id, party.id);
      if (challenge === undefined || !passkey) return sendProblem(c, { code: 'passkey_refused' });
      const counter = await checkAssertion(party, body.value, { passkey, challenge });
      if (counter === null || !(await challenges.spend(c, challenge))) {
        return sendProblem(c, { code: 'passkey_refused' });
      }
      const use = { counter, lastUsedAt: clock().toISOString() };
      await db.updateTable('passkeys').set(use).where('id', '=', passkey.id).execute();
      await signIn.startSession(c, passkey.personId);
      return c.json({ signedIn: true });
    })
    .post('/join/passkey/options', async (c) => {
      const person = await readInvitation(db, invitationCookie.read(c), clock());
      if (!person) return sendProblem(c, { code: 'invitation_over' });
      return sendOptions(c, shop, person);
    })
    .post('/join/passkey', async (c) => {
      const key = invitationCookie.read(c);
      const person = await readInvitation(db, key, clock());
      if (!person) return sendProblem(c, { code: 'invitation_over' });
      const body = await readJson(c, joinSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const name = await readName(db, body.value.name, person.id);
      // Before the passkey is read, because its challenge counts once.
      if ('message' in name) return refuseName(c, name.message);
      const passkey = await readPasskey(c, shop, person.id, body.value.passkey);
      if (!passkey.ok) return sendProblem(c, passkey.problem);
      const way = { name: name.value, passkey: passkey.value };
      const joined = await acceptInvitation(db, person.id, way);
      if (joined === 'over') return sendProblem(c, { code: 'invitation_over' });
      if ('message' in joined) return refuseName(c, joined.message);
      invitationCookie.clear(c);
      await signIn.startSession(c, person.id);
      return c.json({ signedIn: true });
    });
}

function refuseName(c: Context, message: string): Response | Promise<Response> {
  return sendProblem(c, { code: 'invalid_fields', error: message, fields: { name: message } });
}

/** `/api/admin/passkeys`, behind the sign-in: adds a passkey for the signed-in person. */
export function createPasskeyRoutes(shop: RouteContext): Hono {
  return new Hono()
    .use(requireFreshSignIn(shop.sessions))
    .post('/options', (c) => sendOptions(c, shop, c.var.person))
    .post('/', async (c) => {
      const body = await readJson(c, registrationSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const passkey = await readPasskey(c, shop, c.var.person.id, body.value);
      if (!passkey.ok) return sendProblem(c, passkey.problem);
      await insertPasskey(shop.db, passkey.value);
      return c.json({ added: true });
    });
}

async function sendOptions(
  c: Context,
  { db, challenges, findRelyingParty, getMailSettings }: RouteContext,
  { id, name, role }: Person,
): Promise<Response> {
  const party = findRelyingParty(c);
  if (!party) return sendProblem(c, { code: 'passkeys_not_here' });
  const known = (await listPasskeys(db, id)).filter(({ site }) => site === party.id);
  const challenge = challenges.issue(c, `add ${id}`);
  const offer = { person: { id, name, role }, challenge, known };
  return c.json(await offerRegistration(party, getMailSettings().farm.name, offer));
}

async function readPasskey(
  c: Context,
  { db, clock, challenges, findRelyingParty }: RouteContext,
  personId: string,
  answer: z.output<typeof registrationSchema>,
): Promise<Result<Passkey>> {
  const refused = refuse({ code: 'passkey_refused' });
  const party = findRelyingParty(c);
  const challenge = challenges.read(c, `add ${personId}`);
  if (!party || challenge === undefined) return refused;
  const passkey = await readRegistration(party, answer, { personId, challenge, now: clock() });
  if (passkey === null || (await findPasskey(db, passkey.id, party.id))) return refused;
  return (await challenges.spend(c, challenge)) ? { ok: true, value: passkey } : refused;
}
