import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import type { Person } from '#domain/people.ts';
import type { Database } from '../db/schema.ts';
import type { ClientReader } from '../http/client-address.ts';
import {
  countSessionsOf,
  deleteOverSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  type SessionBounds,
  touchSession,
} from './admin-repository.ts';
import { createSecureCookie } from './cookies.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * A day in the barn: a phone that is laid aside between two boxes stays signed in until the evening, and one that
 * is left behind overnight does not.
 */
export const IDLE_MS = 12 * HOUR_MS;
/** However much it is used. A packing week begins with the password. */
export const ABSOLUTE_MS = 7 * 24 * HOUR_MS;
/** Noting each use would write to the disk at every look at the orders. */
const NOTE_USE_EVERY_MS = MINUTE_MS;

export interface AdminSessions {
  /** Who is signed in, as they are now: a role that was changed holds at once. */
  readPerson(c: Context): Promise<Person | undefined>;
  /** Begins a session under a new token, and ends the one that the browser may still have. */
  start(c: Context, personId: string): Promise<void>;
  /** Ends the session: the row goes, so a copy of the cookie is worth nothing. */
  end(c: Context): Promise<void>;
  /** Ends the person's other sessions. */
  endOthers(c: Context, personId: string): Promise<void>;
  /** How many the person has, this one included. */
  count(personId: string): Promise<number>;
}

export interface SessionDependencies {
  db: Kysely<Database>;
  clock: () => Date;
  clients: ClientReader;
}

/** Signed-in browsers. The cookie holds a random token of 256 bits, the database only its hash. */
export function createAdminSessions({ db, clock, clients }: SessionDependencies): AdminSessions {
  const cookie = createSecureCookie('admin', ABSOLUTE_MS / 1000, clients);
  const bounds = (now: Date): SessionBounds => ({
    createdAfter: new Date(now.getTime() - ABSOLUTE_MS).toISOString(),
    seenAfter: new Date(now.getTime() - IDLE_MS).toISOString(),
  });
  const end = async (c: Context) => {
    const token = cookie.read(c);
    if (token !== undefined) await deleteSession(db, hashToken(token));
  };
  return {
    async readPerson(c) {
      const token = cookie.read(c);
      if (token === undefined) return undefined;
      const now = clock();
      const session = await findSession(db, hashToken(token), bounds(now));
      if (session === undefined) return undefined;
      if (now.getTime() - Date.parse(session.lastSeenAt) >= NOTE_USE_EVERY_MS) {
        await touchSession(db, hashToken(token), now.toISOString());
      }
      return { id: session.id, name: session.name, role: session.role };
    },
    async start(c, personId) {
      const now = clock();
      await end(c);
      await deleteOverSessions(db, bounds(now));
      const token = randomBytes(32).toString('base64url');
      await insertSession(db, hashToken(token), personId, now.toISOString());
      cookie.write(c, token);
    },
    async end(c) {
      await end(c);
      cookie.clear(c);
    },
    endOthers: (c, personId) => deleteSessionsOf(db, personId, hashToken(cookie.read(c) ?? '')),
    count: (personId) => countSessionsOf(db, personId, bounds(clock())),
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
