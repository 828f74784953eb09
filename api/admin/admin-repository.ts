import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely';
import { readWords } from '#domain/plain-text.ts';
import type { Database, PeopleTable } from '../db/schema.ts';

/** @param exceptHash of the session to keep, if any */
export async function deleteSessionsOf(
  db: Kysely<Database>,
  personId: string,
  exceptHash?: string,
): Promise<void> {
  let query = db.deleteFrom('adminSessions').where('personId', '=', personId);
  if (exceptHash !== undefined) query = query.where('tokenHash', '!=', exceptHash);
  await query.execute();
}

/** The owner created by the first start. `ADMIN_PASSWORD` is theirs, and nobody can remove them. */
export const FOUNDER_ID = 'owner';

export type StoredPerson = Selectable<PeopleTable>;

/** A person as the list of people shows them. */
export type ListedPerson = Awaited<ReturnType<typeof listPeople>>[number];

/** All people, owners first. */
export function listPeople(db: Kysely<Database>) {
  return db
    .selectFrom('people')
    .leftJoin('invitations', 'invitations.personId', 'people.id')
    .select(({ selectFrom, ref, fn, eb }) => [
      'people.id',
      'people.name',
      'people.role',
      // When their link expires. Null if they have none, or have used it.
      'invitations.endsAt',
      eb.case().when(ref('passwordHash'), 'is not', null).then(1).else(0).end().as('hasPassword'),
      selectFrom('passkeys')
        .select(fn.countAll<number>().as('count'))
        .whereRef('passkeys.personId', '=', 'people.id')
        .$asScalar()
        .$castTo<number>()
        .as('passkeys'),
    ])
    .orderBy('people.role')
    .orderBy('people.nameKey')
    .execute();
}

export function findPerson(db: Kysely<Database>, id: string): Promise<StoredPerson | undefined> {
  return db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPersonByName(db: Kysely<Database>, name: string): Promise<StoredPerson | undefined> {
  return db.selectFrom('people').selectAll().where('nameKey', '=', keyOf(name)).executeTakeFirst();
}

/** Names are compared as they look, ignoring case and spaces: i, l and 1, and o and 0, are taken for one another. */
export function keyOf(name: string): string {
  const key = readWords(name).normalize('NFKC').toLowerCase();
  return key.replaceAll(/[i1]/g, 'l').replaceAll('0', 'o');
}

export async function insertPerson(
  trx: Transaction<Database>,
  person: Omit<Insertable<PeopleTable>, 'nameKey'>,
): Promise<void> {
  await trx
    .insertInto('people')
    .values({ ...person, nameKey: keyOf(person.name) })
    .execute();
}

export async function updatePerson(
  trx: Transaction<Database>,
  id: string,
  changes: Omit<Updateable<PeopleTable>, 'id' | 'nameKey'>,
): Promise<void> {
  const key = changes.name === undefined ? {} : { nameKey: keyOf(changes.name) };
  await trx
    .updateTable('people')
    .set({ ...changes, ...key })
    .where('id', '=', id)
    .execute();
}

/** Stores the hash and ends the person's sessions, because they were started with the old password. */
export async function replacePasswordHash(
  trx: Transaction<Database>,
  id: string,
  hash: string,
): Promise<void> {
  await updatePerson(trx, id, { passwordHash: hash });
  await deleteSessionsOf(trx, id);
}

/** Removes a person with their sessions, passkeys and link. The order history keeps their name. */
export async function deletePerson(trx: Transaction<Database>, id: string): Promise<void> {
  await deleteSessionsOf(trx, id);
  await trx.deleteFrom('people').where('id', '=', id).execute();
}
