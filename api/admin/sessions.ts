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

export interface AdminSessions {
  /** The signed-in person as stored now, so a changed role takes effect at once. */
  readPerson(c: Context): Promise<Person | undefined>;
  /** Whether the person has signed in within the last ten minutes. */
  isFresh(c: Context): Promise<boolean>;
  /** Starts a session under a new token, and ends the browser's previous one. */
  start(c: Context, personId: string): Promise<void>;
  /** Ends the session by deleting its row, so a copy of the cookie is useless. */
  end(c: Context): Promise<void>;
  /** Ends the person's other sessions. */
  endOthers(c: Context, personId: string): Promise<void>;
  /** The number of the person's sessions, including this one. */
  count(personId: string): Promise<number>;
}

export interface SessionDependencies {
  db: Kysely<Database>;
  clock: () => Date;
  clients: ClientReader;
}

/** Signed-in browsers. The cookie contains a random token of 256 bits, and the database only its hash. */
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
    async isFresh(c) {
      const now = clock();
      const createdAfter = new Date(now.getTime() - FRESH_MS).toISOString();
      const token = cookie.read(c) ?? '';
      return (await findSession(db, hashToken(token), { ...bounds(now), createdAfter })) !== undefined;
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
