import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import { countOf } from '#domain/count.ts';
import type { Database } from '../db/schema.ts';
import type { ClientReader } from '../http/client-address.ts';
import { type CreateCounter, countInMemory, type Limits } from '../http/limits.ts';
import type { Problem } from '../http/problems.ts';
import { FOUNDER_ID, findPerson, findPersonByName, keyOf } from './admin-repository.ts';
import { createSecureCookie } from './cookies.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { AdminSessions } from './sessions.ts';

export type SignIn = ReturnType<typeof createSignIn>;

/**
 * Signs in, and slows down password guessing. An attempt beyond the limits is refused without checking the password, so
 * the answer reveals nothing about it. An unknown name is answered like a wrong password, after the same work. Passkeys
 * cannot be guessed, so they have no limit that others could use up.
 */
export function createSignIn({
  db,
  limits,
  createCounter,
  clients,
  sessions,
}: {
  db: Kysely<Database>;
  limits: Limits['signIn'];
  createCounter?: CreateCounter | undefined;
  clients: ClientReader;
  sessions: AdminSessions;
}) {
  const guesses = createGuessLimits(limits, createCounter);
  const devices = createKnownDevices(clients);
  const passwords = createPasswordQueue();

  const startSession = async (c: Context, personId: string) => {
    await sessions.start(c, personId);
    const hash = (await findPerson(db, personId))?.passwordHash;
    if (hash) devices.mark(c, hash);
  };

  const tryPassword = async (c: Context, who: string, hash: string | null, password: string) => {
    const device = hash === null ? undefined : devices.read(c, hash);
    const attempt = { who, network: clients.network(c), device };
    // Counted before the check. Otherwise a hundred concurrent attempts would all pass before the first one failed.
    const wait = await guesses.take(attempt);
    if (wait !== null) return tooMany(wait);
    const fits = await passwords.check(password, hash ?? (await findDecoy(db)), device !== undefined);
    if (fits === null) {
      await guesses.giveBack(attempt);
      return busy();
    }
    if (!fits || hash === null) return WRONG;
    await guesses.forget(attempt);
    return null;
  };

  return {
    /** Starts the session of somebody who has proved their identity by a passkey or their link. */
    startSession,
    hashPassword: passwords.hash,
    /** @param name empty for the owner. @returns null if signed in, otherwise the problem */
    async byPassword(
      c: Context,
      { name, password }: { name: string; password: string },
    ): Promise<Problem | null> {
      const isOwner = keyOf(name) === '';
      const person = isOwner ? await findPerson(db, FOUNDER_ID) : await findPersonByName(db, name);
      const who = person?.id ?? `name ${keyOf(name)}`;
      const problem = await tryPassword(c, who, person?.passwordHash ?? null, password);
      if (problem === null && person !== undefined) await startSession(c, person.id);
      return problem === WRONG && !isOwner ? { ...WRONG, error: WRONG_NAME } : problem;
    },
    /** Like `byPassword`, to confirm a signed-in person. @returns null if the password is correct */
    async checkOwn(c: Context, personId: string, password: string): Promise<Problem | null> {
      const hash = (await findPerson(db, personId))?.passwordHash ?? null;
      return tryPassword(c, personId, hash, password);
    },
  };
}

const WRONG: Problem = { code: 'wrong_password' };
const WRONG_NAME = 'That name or password isn’t right. Please try again.';

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

const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** As many people as share a tablet in the barn. The one who signed in longest ago is dropped. */
const MOST_PEOPLE = 8;

/**
 * Browsers in which somebody has signed in before (OWASP's device cookies): an id, and a signature for each person. The
 * cookie grants no access. It only exempts the farm's own phones from the limits that an attacker elsewhere fills up.
 * It is signed with the hash of the person's password, so a new password invalidates it, and it does not help with
 * guessing anybody else's.
 */
function createKnownDevices(clients: ClientReader) {
  const cookie = createSecureCookie('admin-device', MAX_AGE_SECONDS, clients);
  const parse = (c: Context) => {
    const [id = '', ...signatures] = cookie.read(c)?.split('.') ?? [];
    return { id, signatures };
  };
  return {
    /** The browser's id if the person with this password has signed in with it before. */
    read(c: Context, passwordHash: string): string | undefined {
      const { id, signatures } = parse(c);
      return signatures.some((each) => isSame(each, sign(id, passwordHash))) ? id : undefined;
    },
    mark(c: Context, passwordHash: string): void {
      const known = parse(c);
      const id = /^[0-9a-f-]{36}$/.test(known.id) ? known.id : randomUUID();
      const mine = sign(id, passwordHash);
      const others = known.signatures.filter((each) => /^[\w-]{43}$/.test(each) && each !== mine);
      cookie.write(c, [id, mine, ...others.slice(0, MOST_PEOPLE - 1)].join('.'));
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function sign(id: string, passwordHash: string): string {
  return createHmac('sha256', `known device ${passwordHash}`).update(id).digest('base64url');
}

interface Attempt {
  readonly who: string;
  readonly network: string;
  /** The id of the browser, if that person has signed in with it before. */
  readonly device: string | undefined;
}

/**
 * Limits how many passwords may be tried. A known browser has a count of its own, so that nobody else can lock it out.
 * Others are counted by network and person, and by network across all names.
 */
function createGuessLimits(limits: Limits['signIn'], createCounter = countInMemory) {
  const perAttempter = createCounter('perAddress', limits.perAddress);
  const acrossNames = createCounter('acrossNames', limits.acrossNames);
  const keyOf = ({ who, network, device }: Attempt) =>
    device === undefined ? `network ${network} ${who}` : `device ${device} ${who}`;
  return {
    /** Counts an attempt. @returns the seconds to wait, or null if it may be made */
    async take(attempt: Attempt): Promise<number | null> {
      const wait = await perAttempter.take(keyOf(attempt));
      if (wait !== null || attempt.device !== undefined) return wait;
      const acrossWait = await acrossNames.take(attempt.network);
      if (acrossWait !== null) await perAttempter.giveBack(keyOf(attempt));
      return acrossWait;
    },
    async giveBack(attempt: Attempt): Promise<void> {
      await perAttempter.giveBack(keyOf(attempt));
      if (attempt.device === undefined) await acrossNames.giveBack(attempt.network);
    },
    /** After a correct password: earlier wrong ones no longer count. */
    async forget(attempt: Attempt): Promise<void> {
      await perAttempter.forget(keyOf(attempt));
      if (attempt.device === undefined) await acrossNames.giveBack(attempt.network);
    },
  };
}

/**
 * Checks from unknown clients that may wait at a time: a few seconds' worth. Longer queues would outlast the clients'
 * patience.
 */
const MOST_WAITING = 20;

/**
 * Checks and hashes passwords one at a time, because each takes 32 MiB and a thread that file and DNS access also need.
 * Known browsers go first, and so do new passwords, which only invited people have. So unknown clients
 * delay them by one check at most.
 */
function createPasswordQueue() {
  const known: (() => Promise<void>)[] = [];
  const unknown: (() => Promise<void>)[] = [];
  let isBusy = false;

  async function run(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let next = known.shift() ?? unknown.shift(); next; next = known.shift() ?? unknown.shift()) {
      await next();
    }
    isBusy = false;
  }

  const enqueue = <T>(lane: typeof known, work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      lane.push(() => work().then(resolve, reject));
      void run();
    });

  return {
    /** @returns whether the password is correct, or null if too many checks from unknown clients are waiting */
    async check(password: string, hash: string, isKnown: boolean): Promise<boolean | null> {
      if (!isKnown && unknown.length >= MOST_WAITING) return null;
      return enqueue(isKnown ? known : unknown, () => verifyPassword(password, hash));
    },
    hash: (password: string): Promise<string> => enqueue(known, () => hashPassword(password)),
  };
}
