import type { Kysely, Transaction } from 'kysely';
import type { StoredPerson } from '../admin/people-repository.ts';
import type { Database, Instant } from '../db/schema.ts';

type Connection = Kysely<Database> | Transaction<Database>;

/** Keeps a person's link, in the place of one that they may have. */
export async function saveInvitation(
  trx: Transaction<Database>,
  personId: string,
  keyHash: string,
  endsAt: Instant,
): Promise<void> {
  await deleteInvitation(trx, personId);
  const row = { keyHash: keyHash, personId: personId, endsAt: endsAt };
  await trx.insertInto('invitations').values(row).execute();
}

/** Whom a link invites; undefined when it has been used, replaced, or has ended. */
export function findInvited(
  db: Connection,
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
