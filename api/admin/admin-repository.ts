import type { Kysely, Transaction } from 'kysely';
import type { Database, Instant } from '../db/schema.ts';

/** In `settings`. */
const PASSWORD_HASH = 'admin_password_hash';

type Connection = Kysely<Database> | Transaction<Database>;

/** The stored hash of the admin password, or undefined before the first start has set one. */
export async function readPasswordHash(db: Connection): Promise<string | undefined> {
  const query = db.selectFrom('settings').select('value').where('name', '=', PASSWORD_HASH);
  return (await query.executeTakeFirst())?.value;
}

/** Stores the hash and ends every session, since whoever is signed in knew the old password. */
export async function replacePasswordHash(trx: Transaction<Database>, hash: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ name: PASSWORD_HASH, value: hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: hash }))
    .execute();
  await trx.deleteFrom('admin_sessions').execute();
}

export async function insertSession(db: Connection, tokenHash: string, now: Instant): Promise<void> {
  await db
    .insertInto('admin_sessions')
    .values({ token_hash: tokenHash, created_at: now, last_seen_at: now })
    .execute();
}

export interface SessionBounds {
  /** A session begun before this instant is over. */
  readonly createdAfter: Instant;
  /** A session not used since this instant is over. */
  readonly seenAfter: Instant;
}

/** When a session was last used; undefined when there is none, or it is over. */
export async function findSession(
  db: Connection,
  tokenHash: string,
  { createdAfter, seenAfter }: SessionBounds,
): Promise<{ last_seen_at: Instant } | undefined> {
  return db
    .selectFrom('admin_sessions')
    .select('last_seen_at')
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', createdAfter)
    .where('last_seen_at', '>', seenAfter)
    .executeTakeFirst();
}

export async function touchSession(db: Connection, tokenHash: string, now: Instant): Promise<void> {
  await db
    .updateTable('admin_sessions')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(db: Connection, tokenHash: string): Promise<void> {
  await db.deleteFrom('admin_sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteOverSessions(
  db: Connection,
  { createdAfter, seenAfter }: SessionBounds,
): Promise<void> {
  await db
    .deleteFrom('admin_sessions')
    .where((where) =>
      where.or([where('created_at', '<=', createdAfter), where('last_seen_at', '<=', seenAfter)]),
    )
    .execute();
}
