import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database, Instant, PasskeysTable } from '../db/schema.ts';

type Connection = Kysely<Database> | Transaction<Database>;

export type Passkey = Selectable<PasskeysTable>;

/** A person's passkeys, oldest first. */
export function listPasskeys(db: Connection, personId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('personId', '=', personId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** @param site the host that it has to be made for */
export function findPasskey(db: Connection, id: string, site: string): Promise<Passkey | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('site', '=', site)
    .executeTakeFirst();
}

export async function insertPasskey(db: Connection, passkey: Passkey): Promise<void> {
  await db.insertInto('passkeys').values(passkey).execute();
}

export async function notePasskeyUse(
  db: Connection,
  id: string,
  counter: number,
  now: Instant,
): Promise<void> {
  await db.updateTable('passkeys').set({ counter, lastUsedAt: now }).where('id', '=', id).execute();
}

/** @param id without it, all that the person has */
export async function deletePasskeys(
  trx: Transaction<Database>,
  personId: string,
  id?: string,
): Promise<void> {
  let query = trx.deleteFrom('passkeys').where('personId', '=', personId);
  if (id !== undefined) query = query.where('id', '=', id);
  await query.execute();
}
