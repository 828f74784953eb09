import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import type { ClientReader } from '../client-address.ts';
import type { Database } from '../db/schema.ts';
import { createCounter, type Limits } from '../limits.ts';
import type { Problem } from '../problems.ts';
import { readPasswordHash } from './admin-repository.ts';
import { createKnownDevices } from './known-device.ts';
import { verifyPassword } from './password.ts';
import type { AdminSessions } from './sessions.ts';

export interface SignInDependencies {
  db: Kysely<Database>;
  limits: Limits['signIn'];
  clients: ClientReader;
  sessions: AdminSessions;
}

/** @returns null once signed in, or why not */
export type SignIn = (c: Context, password: string) => Promise<Problem | null>;

const EVERYBODY = 'everybody';

/**
 * Signs in with the password, and slows guessing down. Each address has a number of wrong passwords, and all that have
 * never signed in have another one between them, against guessing from many addresses. A browser that has signed in
 * before counts for itself, so nobody elsewhere can use up the farm's attempts; sessions that run are not touched. An
 * attempt beyond the limits is refused without looking at the password: its answer tells nothing about it.
 */
export function createSignIn({ db, limits, clients, sessions }: SignInDependencies): SignIn {
  const perAddress = createCounter(limits.perAddress);
  const overall = createCounter(limits.overall);
  const devices = createKnownDevices(clients);
  const verify = createQueue(verifyPassword);

  return async (c, password) => {
    const hash = await readPasswordHash(db);
    if (hash === undefined)
      throw new Error('There is no admin password; ensureAdminPassword was not called.');
    const device = devices.read(c, hash);
    const key = device === undefined ? `address ${clients.network(c)}` : `device ${device}`;
    // Counted before the check: a hundred attempts at once would otherwise all pass before the first one failed.
    const wait = await perAddress.take(key);
    if (wait !== null) return tooMany(wait);
    if (device === undefined) {
      const overallWait = await overall.take(EVERYBODY);
      // An attack must not use up the attempts of an address that has made none.
      if (overallWait !== null) await perAddress.giveBack(key);
      if (overallWait !== null) return tooMany(overallWait);
    }
    if (!(await verify(password, hash))) return { code: 'wrong_password' };
    await perAddress.forget(key);
    if (device === undefined) await overall.giveBack(EVERYBODY);
    await sessions.start(c);
    devices.mark(c, hash);
    return null;
  };
}

function tooMany(seconds: number): Problem {
  const minutes = Math.ceil(seconds / 60);
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return {
    code: 'too_many_requests',
    error: `There were too many attempts to sign in. Please wait ${time}, and try again.`,
    headers: { 'Retry-After': String(seconds) },
  };
}

/** One at a time: each check takes 32 MiB and a thread that files and names are also read with. */
function createQueue<Arguments extends unknown[], Value>(
  work: (...args: Arguments) => Promise<Value>,
): (...args: Arguments) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const result = last.then(() => work(...args));
    last = result.catch(() => {});
    return result;
  };
}
