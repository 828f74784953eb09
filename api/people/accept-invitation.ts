import type { Kysely } from 'kysely';
import { createSecureCookie, type SecureCookie } from '../admin/cookies.ts';
import { replacePasswordHash, updatePerson } from '../admin/people-repository.ts';
import type { Database } from '../db/schema.ts';
import type { ClientReader } from '../http/client-address.ts';
import { deleteInvitation } from './invitations-repository.ts';
import { insertPasskey, type Passkey } from './passkeys-repository.ts';

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
