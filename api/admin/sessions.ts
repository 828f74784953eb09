import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import type { Person } from '#domain/people.ts';
import type { Database, Instant } from '../db/schema.ts';
import type { ClientReader } from '../http/client-address.ts';
import { deleteSessionsOf } from './admin-repository.ts';
import { createSecureCookie } from './cookies.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * A day in the barn: a phone that is put down between two boxes stays signed in until the evening, and one that is left
 * behind overnight does not.
 */
export const IDLE_MS = 12 * HOUR_MS;
/** Even if used all the time. A packing week starts with the password. */
export const ABSOLUTE_MS = 7 * 24 * HOUR_MS;
/** To change how somebody signs in, because a phone may be left unlocked (ASVS 7.5.1). */
const FRESH_MS = 10 * MINUTE_MS;
/** Recording each use would write to the disk with every look at the orders. */
const NOTE_USE_EVERY_MS = MINUTE_MS;

export type AdminSessions = ReturnType<typeof createAdminSessions>;

/** Signed-in browsers. The cookie contains a random token of 256 bits, and the database only its hash. */
export function createAdminSessions({
  db,
  clock,
  clients,
}: {
  db: Kysely<Database>;
  clock: () => Date;
  clients: ClientReader;
}) {
  const cookie = createSecureCookie('admin', ABSOLUTE_MS / 1000, clients);
  const hashOf = (c: Context) => hashToken(cookie.read(c) ?? '');
  /** @param since if it has to have begun later than others */
  const find = (c: Context, since?: Instant) =>
    selectCurrent(db, clock())
      .innerJoin('people', 'people.id', 'adminSessions.personId')
      .select(['lastSeenAt', 'people.id', 'people.name', 'people.role'])
      .where('tokenHash', '=', hashOf(c))
      .where('createdAt', '>', since ?? '')
      .executeTakeFirst();
  const end = (c: Context) => db.deleteFrom('adminSessions').where('tokenHash', '=', hashOf(c)).execute();
  return {
    /** The signed-in person as stored now, so a changed role takes effect at once. */
    async readPerson(c: Context): Promise<Person | undefined> {
      const session = cookie.read(c) === undefined ? undefined : await find(c);
      if (session === undefined) return undefined;
      const now = clock();
      const { lastSeenAt, ...person } = session;
      if (now.getTime() - Date.parse(lastSeenAt) >= NOTE_USE_EVERY_MS) {
        const used = db.updateTable('adminSessions').set({ lastSeenAt: now.toISOString() });
        await used.where('tokenHash', '=', hashOf(c)).execute();
      }
      return person;
    },
    isFresh: async (c: Context) => (await find(c, instantBefore(clock(), FRESH_MS))) !== undefined,
    /** Starts a session under a new token, and ends the browser's previous one. */
    async start(c: Context, personId: string): Promise<void> {
      await end(c);
      await deleteOverSessions(db, clock());
      const token = randomBytes(32).toString('base64url');
      const now = clock().toISOString();
      const session = { tokenHash: hashToken(token), personId, createdAt: now, lastSeenAt: now };
      await db.insertInto('adminSessions').values(session).execute();
      cookie.write(c, token);
    },
    /** Ends the session by deleting its row, so a copy of the cookie is useless. */
    async end(c: Context): Promise<void> {
      await end(c);
      cookie.clear(c);
    },
    endOthers: (c: Context, personId: string) => deleteSessionsOf(db, personId, hashOf(c)),
    /** The number of the person's sessions, including this one. */
    async count(personId: string): Promise<number> {
      const own = selectCurrent(db, clock()).where('personId', '=', personId);
      return (await own.select('tokenHash').execute()).length;
    },
  };
}

function selectCurrent(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('adminSessions')
    .where('createdAt', '>', instantBefore(now, ABSOLUTE_MS))
    .where('lastSeenAt', '>', instantBefore(now, IDLE_MS));
}

export async function deleteOverSessions(db: Kysely<Database>, now: Date): Promise<void> {
  const [begun, seen] = [instantBefore(now, ABSOLUTE_MS), instantBefore(now, IDLE_MS)];
  await db
    .deleteFrom('adminSessions')
    .where(({ or, eb }) => or([eb('createdAt', '<=', begun), eb('lastSeenAt', '<=', seen)]))
    .execute();
}

function instantBefore(now: Date, ms: number): Instant {
  return new Date(now.getTime() - ms).toISOString();
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
