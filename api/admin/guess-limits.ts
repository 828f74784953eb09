import { countInMemory, type Limits } from '../http/limits.ts';
import { hashPassword, verifyPassword } from './password.ts';

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
export function createGuessLimits(limits: Limits['signIn'], createCounter = countInMemory) {
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
    hash: (password: string): Promise<string> => enqueue(known, () => hashPassword(password)),
  };
}
