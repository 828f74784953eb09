import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import type { ClientReader } from '../client-address.ts';
import type { Database } from '../db/schema.ts';
import {
  deleteOverSessions,
  deleteSession,
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
  isSignedIn(c: Context): Promise<boolean>;
  /** Begins a session under a new token, and ends the one that the browser may still have. */
  start(c: Context): Promise<void>;
  /** Ends the session: the row goes, so a copy of the cookie is worth nothing. */
  end(c: Context): Promise<void>;
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
    async isSignedIn(c) {
      const token = cookie.read(c);
      if (token === undefined) return false;
      const now = clock();
      const session = await findSession(db, hashToken(token), bounds(now));
      if (session === undefined) return false;
      if (now.getTime() - Date.parse(session.last_seen_at) >= NOTE_USE_EVERY_MS) {
        await touchSession(db, hashToken(token), now.toISOString());
      }
      return true;
    },
    async start(c) {
      const now = clock();
      await end(c);
      await deleteOverSessions(db, bounds(now));
      const token = randomBytes(32).toString('base64url');
      await insertSession(db, hashToken(token), now.toISOString());
      cookie.write(c, token);
    },
    async end(c) {
      await end(c);
      cookie.clear(c);
    },
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
