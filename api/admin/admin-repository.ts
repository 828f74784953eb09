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
    .insertInto('adminSessions')
    .values({ tokenHash: tokenHash, personId: personId, createdAt: now, lastSeenAt: now })
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
): Promise<(Person & Pick<Selectable<AdminSessionsTable>, 'lastSeenAt'>) | undefined> {
  return db
    .selectFrom('adminSessions')
    .innerJoin('people', 'people.id', 'adminSessions.personId')
    .select(['lastSeenAt', 'people.id', 'people.name', 'people.role'])
    .where('tokenHash', '=', tokenHash)
    .where('createdAt', '>', createdAfter)
    .where('lastSeenAt', '>', seenAfter)
    .executeTakeFirst();
}

export async function touchSession(db: Connection, tokenHash: string, now: Instant): Promise<void> {
  await db.updateTable('adminSessions').set({ lastSeenAt: now }).where('tokenHash', '=', tokenHash).execute();
}

export async function deleteSession(db: Connection, tokenHash: string): Promise<void> {
  await db.deleteFrom('adminSessions').where('tokenHash', '=', tokenHash).execute();
}

/** @param exceptHash of the one session that stays, if any */
export async function deleteSessionsOf(db: Connection, personId: string, exceptHash?: string): Promise<void> {
  let query = db.deleteFrom('adminSessions').where('personId', '=', personId);
  if (exceptHash !== undefined) query = query.where('tokenHash', '!=', exceptHash);
  await query.execute();
}

export async function countSessionsOf(
  db: Connection,
  personId: string,
  { createdAfter, seenAfter }: SessionBounds,
): Promise<number> {
  const { count } = await db
    .selectFrom('adminSessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('personId', '=', personId)
    .where('createdAt', '>', createdAfter)
    .where('lastSeenAt', '>', seenAfter)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteOverSessions(
  db: Connection,
  { createdAfter, seenAfter }: SessionBounds,
): Promise<void> {
  await db
    .deleteFrom('adminSessions')
    .where((where) =>
      where.or([where('createdAt', '<=', createdAfter), where('lastSeenAt', '<=', seenAfter)]),
    )
    .execute();
}
