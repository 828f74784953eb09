import { countInMemory, type Limits } from '../http/limits.ts';
import { hashPassword, verifyPassword } from './password.ts';

interface Attempt {
  /** The person whose password is tried. */
  readonly who: string;
  readonly network: string;
  /** The id of the browser, if that person has signed in with it before. */
  readonly device: string | undefined;
}

const EVERYBODY = 'everybody';
/** Kept in memory, and only for networks that somebody has signed in from, so a farm never has this many. */
const MOST_NETWORKS = 1000;

/**
 * Limits how many passwords may be tried. A known browser has a count of its own. Others are counted by network and
 * person, and by network across all names. During a flood of wrong passwords, networks that nobody has signed in from
 * get fewer attempts but never none, so attackers cannot lock anybody out.
 */
export function createGuessLimits(limits: Limits['signIn'], createCounter = countInMemory) {
  const perAttempter = createCounter('perAddress', limits.perAddress);
  const acrossNames = createCounter('acrossNames', limits.acrossNames);
  const overall = createCounter('overall', limits.overall);
  const inStorm = createCounter('perAddressInStorm', limits.perAddressInStorm);
  const trusted = new Set<string>();

  const keyOf = ({ who, network, device }: Attempt) =>
    device === undefined ? `network ${network} ${who}` : `device ${device} ${who}`;

  return {
    /**
     * Counts an attempt. `wait`: seconds, or null if it may be made. `isKnown`: from one of the farm's browsers or
     * networks.
     */
    async take(attempt: Attempt): Promise<{ readonly wait: number | null; readonly isKnown: boolean }> {
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
    /** Uncounts an attempt whose password was not checked. */
    async giveBack(attempt: Attempt): Promise<void> {
      await perAttempter.giveBack(keyOf(attempt));
      if (attempt.device !== undefined) return;
      await acrossNames.giveBack(attempt.network);
      await overall.giveBack(EVERYBODY);
    },
    /** After a correct password: earlier wrong ones no longer count. */
    async forget(attempt: Attempt): Promise<void> {
      await perAttempter.forget(keyOf(attempt));
      await inStorm.forget(keyOf(attempt));
      if (attempt.device !== undefined) return;
      await acrossNames.giveBack(attempt.network);
      await overall.giveBack(EVERYBODY);
    },
    /** Marks a network as one that somebody has signed in from. */
    trust(network: string): void {
      if (trusted.size < MOST_NETWORKS) trusted.add(network);
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
 * Known browsers and networks go first, and so do new passwords, which only invited people have. So unknown clients
 * delay them by one check at most.
 */
export function createPasswordQueue() {
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
    /** The hash of a new password. */
    hash: (password: string): Promise<string> => enqueue(known, () => hashPassword(password)),
  };
}
