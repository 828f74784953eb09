import { createCounter, type Limits } from '../http/limits.ts';
import { verifyPassword } from './password.ts';

export interface Attempt {
  /** Whose password it is to be. */
  readonly who: string;
  readonly network: string;
  /** The browser, where that person has signed in with it before. */
  readonly device: string | undefined;
}

export interface GuessLimits {
  /** Counts an attempt. `wait`: seconds, or null when it may be made; `isKnown`: by a browser or a network of the farm's. */
  take(attempt: Attempt): Promise<{ readonly wait: number | null; readonly isKnown: boolean }>;
  /** Takes an attempt back that was not looked at. */
  giveBack(attempt: Attempt): Promise<void>;
  /** After a right password: the slips before it count no more. */
  forget(attempt: Attempt): Promise<void>;
  /** Somebody has signed in from this network. */
  trust(network: string): void;
}

const EVERYBODY = 'everybody';
/** In memory, and only those that somebody has signed in from, so a farm never has as many. */
const MOST_NETWORKS = 1000;

/**
 * How many passwords may be tried. A browser that is known counts for itself. Others count by network and person, and
 * by network whatever the name. When very many are wrong from everywhere at once, a network that nobody has signed in
 * from gets fewer attempts, but never none: what others do elsewhere keeps nobody out who knows their password.
 */
export function createGuessLimits(limits: Limits['signIn']): GuessLimits {
  const perAttempter = createCounter(limits.perAddress);
  const acrossNames = createCounter(limits.acrossNames);
  const overall = createCounter(limits.overall);
  const inStorm = createCounter(limits.perAddressInStorm);
  const trusted = new Set<string>();

  const keyOf = ({ who, network, device }: Attempt) =>
    device === undefined ? `network ${network} ${who}` : `device ${device} ${who}`;

  return {
    async take(attempt) {
      const { network, device } = attempt;
      const key = keyOf(attempt);
      const isKnown = device !== undefined || trusted.has(network);
      const wait = await perAttempter.take(key);
      if (wait !== null || device !== undefined) return { wait, isKnown };
      const acrossWait = await acrossNames.take(network);
      if (acrossWait !== null) {
        await perAttempter.giveBack(key);
        return { wait: acrossWait, isKnown };
      }
      const isStorm = (await overall.take(EVERYBODY)) !== null;
      return { wait: isStorm && !isKnown ? await inStorm.take(key) : null, isKnown };
    },
    async giveBack(attempt) {
      await perAttempter.giveBack(keyOf(attempt));
      if (attempt.device !== undefined) return;
      await acrossNames.giveBack(attempt.network);
      await overall.giveBack(EVERYBODY);
    },
    async forget(attempt) {
      await perAttempter.forget(keyOf(attempt));
      await inStorm.forget(keyOf(attempt));
      if (attempt.device !== undefined) return;
      await acrossNames.giveBack(attempt.network);
      await overall.giveBack(EVERYBODY);
    },
    trust(network) {
      if (trusted.size < MOST_NETWORKS) trusted.add(network);
    },
  };
}

/** Checks of strangers that wait at a time: some seconds' worth. More would only be answered after they had gone. */
const MOST_WAITING = 20;

/** @returns whether the password fits, or null when too many strangers' are waiting to be looked at */
export type CheckPassword = (password: string, hash: string, isKnown: boolean) => Promise<boolean | null>;

/**
 * Checks passwords one at a time, because each takes 32 MiB and a thread that files and names are also read with.
 * Browsers and networks that are known go first: strangers, however many, make them wait for one check at most.
 */
export function createPasswordQueue(): CheckPassword {
  const known: (() => Promise<void>)[] = [];
  const strangers: (() => Promise<void>)[] = [];
  let isBusy = false;

  async function run(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let next = known.shift() ?? strangers.shift(); next; next = known.shift() ?? strangers.shift()) {
      await next();
    }
    isBusy = false;
  }

  return (password, hash, isKnown) => {
    const lane = isKnown ? known : strangers;
    if (!isKnown && lane.length >= MOST_WAITING) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      lane.push(() => verifyPassword(password, hash).then(resolve, reject));
      void run();
    });
  };
}
