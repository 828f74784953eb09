import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database, PasskeysTable } from '../db/schema.ts';

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
