import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { PAGES } from '#domain/pages.ts';
import {
  deleteSessionsOf,
  replacePasswordHash,
  type StoredPerson,
  updatePerson,
} from '../admin/admin-repository.ts';
import { createSecureCookie, type SecureCookie } from '../admin/cookies.ts';
import type { Database } from '../db/schema.ts';
import type { ClientReader } from '../http/client-address.ts';
import {
  deleteInvitation,
  deletePasskeys,
  findInvited,
  insertPasskey,
  type Passkey,
  saveInvitation,
} from './people-repository.ts';

/** Long enough for somebody who looks at their messages once a week. */
export const INVITATION_DAYS = 7;

export interface Invitation {
  /** `/admin/join?key=…`: shown once, and known to nobody else. */
  readonly path: string;
  readonly endsAt: Date;
}

/** A link by which a person joins, once. One that they had before ends. */
export async function invite(trx: Transaction<Database>, personId: string, now: Date): Promise<Invitation> {
  const key = randomBytes(32).toString('base64url');
  const endsAt = new Date(now.getTime() + INVITATION_DAYS * 24 * 3_600_000);
  await saveInvitation(trx, personId, hashKey(key), endsAt.toISOString());
  return { path: `${PAGES['admin/join'].path}?key=${key}`, endsAt };
}

/**
 * A new link for who has lost their password or their telephone. Both stop working at once, because a telephone that
 * was lost may have been found.
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

/** Whom the key of a link invites now. */
export function readInvitation(
  db: Kysely<Database>,
  key: string | undefined,
  now: Date,
): Promise<StoredPerson | undefined> {
  return key === undefined ? Promise.resolve(undefined) : findInvited(db, hashKey(key), now.toISOString());
}

/** As for sessions: the key is random, so a plain hash is enough. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Holds the key of a link once it has left the address. */
export type InvitationCookie = SecureCookie;

/** As long as somebody may think about a password; the link itself begins it anew. */
const COOKIE_SECONDS = 3600;

export function createInvitationCookie(clients: ClientReader): InvitationCookie {
  return createSecureCookie('admin-invitation', COOKIE_SECONDS, clients);
}

/** How somebody wants to sign in from now on: by one or both. */
export interface WayIn {
  readonly name: string;
  readonly passwordHash?: string;
  readonly passkey?: Passkey;
}

/** Uses a link up. @returns false when somebody else has done so meanwhile: then nothing is changed */
export function acceptInvitation(
  db: Kysely<Database>,
  personId: string,
  { name, passwordHash, passkey }: WayIn,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await deleteInvitation(trx, personId))) return false;
    await updatePerson(trx, personId, { name });
    if (passwordHash !== undefined) await replacePasswordHash(trx, personId, passwordHash);
    if (passkey !== undefined) await insertPasskey(trx, passkey);
    return true;
  });
}
