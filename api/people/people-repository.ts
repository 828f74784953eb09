import type { Kysely, Selectable, Transaction } from 'kysely';
import type { StoredPerson } from '../admin/admin-repository.ts';
import type { Database, Instant, PasskeysTable } from '../db/schema.ts';

export type Passkey = Selectable<PasskeysTable>;

/** A person's passkeys, oldest first. */
export function listPasskeys(db: Kysely<Database>, personId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('personId', '=', personId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** @param site the host that it must belong to */
export function findPasskey(db: Kysely<Database>, id: string, site: string): Promise<Passkey | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('site', '=', site)
    .executeTakeFirst();
}

export async function insertPasskey(db: Kysely<Database>, passkey: Passkey): Promise<void> {
  await db.insertInto('passkeys').values(passkey).execute();
}

export async function notePasskeyUse(
  db: Kysely<Database>,
  id: string,
  counter: number,
  now: Instant,
): Promise<void> {
  await db.updateTable('passkeys').set({ counter, lastUsedAt: now }).where('id', '=', id).execute();
}

/** @param id if missing, all of the person's passkeys are deleted */
export async function deletePasskeys(
  trx: Transaction<Database>,
  personId: string,
  id?: string,
): Promise<void> {
  let query = trx.deleteFrom('passkeys').where('personId', '=', personId);
  if (id !== undefined) query = query.where('id', '=', id);
  await query.execute();
}

/** Stores a person's link, replacing their previous one. */
export async function saveInvitation(
  trx: Transaction<Database>,
  personId: string,
  keyHash: string,
  endsAt: Instant,
): Promise<void> {
  await deleteInvitation(trx, personId);
  await trx.insertInto('invitations').values({ keyHash, personId, endsAt }).execute();
}

/** The person that a link invites. Undefined if it has been used, replaced, or has expired. */
export function findInvited(
  db: Kysely<Database>,
  keyHash: string,
  now: Instant,
): Promise<StoredPerson | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invitations.personId')
    .selectAll('people')
    .where('keyHash', '=', keyHash)
    .where('endsAt', '>', now)
    .executeTakeFirst();
}

/** @returns whether there was one */
export async function deleteInvitation(trx: Transaction<Database>, personId: string): Promise<boolean> {
  const result = await trx.deleteFrom('invitations').where('personId', '=', personId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
