import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import { countOf } from '#domain/count.ts';
import type { Database } from '../db/schema.ts';
import type { ClientReader } from '../http/client-address.ts';
import type { CreateCounter, Limits } from '../http/limits.ts';
import type { Problem } from '../http/problems.ts';
import { FOUNDER_ID, findPerson, findPersonByName, keyOf } from './admin-repository.ts';
import { createGuessLimits, createPasswordQueue } from './guess-limits.ts';
import { createKnownDevices } from './known-device.ts';
import type { AdminSessions } from './sessions.ts';

export interface SignInDependencies {
  db: Kysely<Database>;
  limits: Limits['signIn'];
  createCounter?: CreateCounter | undefined;
  clients: ClientReader;
  sessions: AdminSessions;
}

interface Credentials {
  /** Empty for the owner. */
  readonly name: string;
  readonly password: string;
}

export interface SignIn {
  /** @returns null if signed in, otherwise the problem */
  byPassword(c: Context, credentials: Credentials): Promise<Problem | null>;
  /** Like `byPassword`, to confirm a signed-in person. @returns null if the password is correct */
  checkOwn(c: Context, personId: string, password: string): Promise<Problem | null>;
  /** The hash of a new password. */
  hashPassword(password: string): Promise<string>;
  /** Starts the session of somebody who has proved their identity by a passkey or their link. */
  startSession(c: Context, personId: string): Promise<void>;
}

/**
 * Signs in, and slows down password guessing. An attempt beyond the limits is refused without checking the password, so
 * the answer reveals nothing about it. An unknown name is answered like a wrong password, after the same work. Passkeys
 * cannot be guessed, so they have no limit that others could use up.
 */
export function createSignIn({ db, limits, createCounter, clients, sessions }: SignInDependencies): SignIn {
  const guesses = createGuessLimits(limits, createCounter);
  const devices = createKnownDevices(clients);
  const passwords = createPasswordQueue();

  const startSession = async (c: Context, personId: string) => {
    await sessions.start(c, personId);
    guesses.trust(clients.network(c));
    const hash = (await findPerson(db, personId))?.passwordHash;
    if (hash) devices.mark(c, hash);
  };

  const tryPassword = async (c: Context, who: string, hash: string | null, password: string) => {
    const device = hash === null ? undefined : devices.read(c, hash);
    const attempt = { who, network: clients.network(c), device };
    // Counted before the check. Otherwise a hundred concurrent attempts would all pass before the first one failed.
    const taken = await guesses.take(attempt);
    if (taken.wait !== null) return tooMany(taken.wait);
    const fits = await passwords.check(password, hash ?? (await findDecoy(db)), taken.isKnown);
    if (fits === null) {
      await guesses.giveBack(attempt);
      return busy();
    }
    if (!fits || hash === null) return WRONG;
    await guesses.forget(attempt);
    return null;
  };

  return {
    startSession,
    hashPassword: passwords.hash,
    async byPassword(c, { name, password }) {
      const isOwner = keyOf(name) === '';
      const person = isOwner ? await findPerson(db, FOUNDER_ID) : await findPersonByName(db, name);
      const who = person?.id ?? `name ${keyOf(name)}`;
      const problem = await tryPassword(c, who, person?.passwordHash ?? null, password);
      if (problem === null && person !== undefined) await startSession(c, person.id);
      return problem === WRONG && !isOwner ? { ...WRONG, error: WRONG_NAME } : problem;
    },
    async checkOwn(c, personId, password) {
      const hash = (await findPerson(db, personId))?.passwordHash ?? null;
      return tryPassword(c, personId, hash, password);
    },
  };
}

const WRONG: Problem = { code: 'wrong_password' };
const WRONG_NAME = 'That name or that password is not right. Please try again.';

/** A hash to compare with if the name is unknown, so that it takes as long. No password matches it. */
async function findDecoy(db: Kysely<Database>): Promise<string> {
  const founder = await findPerson(db, FOUNDER_ID);
  return founder?.passwordHash ?? `scrypt$32768$8$3$c2FsdA$${'A'.repeat(43)}`;
}

function tooMany(seconds: number): Problem {
  const minutes = Math.ceil(seconds / 60);
  return {
    code: 'too_many_requests',
    error: `There were too many attempts to sign in. Please wait ${countOf(minutes, 'minute')}, and try again.`,
    headers: { 'Retry-After': String(seconds) },
  };
}

function busy(): Problem {
  return {
    code: 'too_many_requests',
    error: 'Many people are trying to sign in just now. Please try again in a moment, or use a passkey.',
    headers: { 'Retry-After': '5' },
  };
}
