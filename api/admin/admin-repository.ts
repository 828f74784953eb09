import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Person } from '#domain/people.ts';
import type { AdminSessionsTable, Database, Instant } from '../db/schema.ts';

type Connection = Kysely<Database> | Transaction<Database>;

export async function insertSession(
  db: Connection,
  tokenHash: string,
  personId: string,
  now: Instant,
): Promise<void> {
  await db
    .insertInto('admin_sessions')
    .values({ token_hash: tokenHash, person_id: personId, created_at: now, last_seen_at: now })
    .execute();
}

export interface SessionBounds {
  /** A session begun before this instant is over. */
  readonly createdAfter: Instant;
  /** A session not used since this instant is over. */
  readonly seenAfter: Instant;
}

/** Whose session it is, and when it was last used; undefined when there is none, or it is over. */
export async function findSession(
  db: Connection,
  tokenHash: string,
  { createdAfter, seenAfter }: SessionBounds,
): Promise<(Person & Pick<Selectable<AdminSessionsTable>, 'last_seen_at'>) | undefined> {
  return db
    .selectFrom('admin_sessions')
    .innerJoin('people', 'people.id', 'admin_sessions.person_id')
    .select(['last_seen_at', 'people.id', 'people.name', 'people.role'])
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

/** @param exceptHash of the one session that stays, if any */
export async function deleteSessionsOf(db: Connection, personId: string, exceptHash?: string): Promise<void> {
  let query = db.deleteFrom('admin_sessions').where('person_id', '=', personId);
  if (exceptHash !== undefined) query = query.where('token_hash', '!=', exceptHash);
  await query.execute();
}

export async function countSessionsOf(
  db: Connection,
  personId: string,
  { createdAfter, seenAfter }: SessionBounds,
): Promise<number> {
  const { count } = await db
    .selectFrom('admin_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('created_at', '>', createdAfter)
    .where('last_seen_at', '>', seenAfter)
    .executeTakeFirstOrThrow();
  return count;
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
