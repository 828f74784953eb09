import { verifyPassword } from './password.ts';

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
