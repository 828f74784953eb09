import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { PAGES } from '#domain/pages.ts';
import {
  deleteSessionsOf,
  replacePasswordHash,
  type StoredPerson,
  updatePerson,
} from '../admin/admin-repository.ts';
import { createSecureCookie } from '../admin/cookies.ts';
import type { Database } from '../db/schema.ts';
import type { ClientReader } from '../http/client-address.ts';
import { type Reading, readName } from './fields.ts';
import { deletePasskeys, insertPasskey, type Passkey } from './people-repository.ts';

/** Long enough for somebody who reads their messages once a week. */
export const INVITATION_DAYS = 7;

export interface Invitation {
  /** `/admin/join?key=…`. Shown once, and not stored. */
  readonly path: string;
  readonly endsAt: Date;
}

/** A link with which a person can join, once. It replaces their previous link. */
export async function invite(trx: Transaction<Database>, personId: string, now: Date): Promise<Invitation> {
  const key = randomBytes(32).toString('base64url');
  const endsAt = new Date(now.getTime() + INVITATION_DAYS * 24 * 3_600_000);
  await deleteInvitation(trx, personId);
  const invitation = { keyHash: hashKey(key), personId, endsAt: endsAt.toISOString() };
  await trx.insertInto('invitations').values(invitation).execute();
  return { path: `${PAGES['admin/join'].path}?key=${key}`, endsAt };
}

/**
 * A new link for a person who has lost their password or phone. Both stop working at once, because somebody may have
 * found the phone.
 */
export async function inviteAnew(
  trx: Transaction<Database>,
  personId: string,
  now: Date,
): Promise<Invitation> {
  await updatePerson(trx, personId, { passwordHash: null });
  await deletePasskeys(trx, personId);
  await deleteSessionsOf(trx, personId);
  return invite(trx, personId, now);
}

/** The person that a link's key invites. Undefined if it has been used, replaced, or has expired. */
export function readInvitation(
  db: Kysely<Database>,
  key: string | undefined,
  now: Date,
): Promise<StoredPerson | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invitations.personId')
    .selectAll('people')
    .where('keyHash', '=', hashKey(key ?? ''))
    .where('endsAt', '>', now.toISOString())
    .executeTakeFirst();
}

/** @returns whether there was one */
async function deleteInvitation(trx: Transaction<Database>, personId: string): Promise<boolean> {
  const result = await trx.deleteFrom('invitations').where('personId', '=', personId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Like session tokens, the key is random, so a plain hash is enough. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Long enough to think about a password. Opening the link again starts anew. */
const COOKIE_SECONDS = 3600;

/** Stores a link's key after it has left the URL. */
export function createInvitationCookie(clients: ClientReader) {
  return createSecureCookie('admin-invitation', COOKIE_SECONDS, clients);
}

/**
 * Uses up a link, for somebody who will sign in by password or passkey.
 * @returns why not, without any change: the link has been used meanwhile, or somebody else has taken the name
 */
export function acceptInvitation(
  db: Kysely<Database>,
  personId: string,
  { name: typed, passwordHash, passkey }: { name: string; passwordHash?: string; passkey?: Passkey },
): Promise<'over' | Reading<string>> {
  return db.transaction().execute(async (trx) => {
    const name = await readName(trx, typed, personId);
    if ('message' in name) return name;
    if (!(await deleteInvitation(trx, personId))) return 'over';
    await updatePerson(trx, personId, { name: name.value });
    if (passwordHash !== undefined) await replacePasswordHash(trx, personId, passwordHash);
    if (passkey !== undefined) await insertPasskey(trx, passkey);
    return name;
  });
}
