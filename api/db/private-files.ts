import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What holds people's names and addresses, or opens their orders; with the logs and copies beside it. */
const OURS = /^(farm\.db|payment-sandbox\.db|order-link-secret|farm-.*\.(db|order-link-secret))/;
const OTHERS = 0o077;
/** Of a folder that is for everybody, such as /tmp. */
const STICKY = 0o1000;

/**
 * Takes the rights of all other accounts from a folder and from the service's own files in it, because a folder that
 * was made before the service has the rights that the system gives. What belongs to somebody else stays as it is.
 */
export function makePrivate(folder: string): void {
  const ours = readdirSync(folder).filter((name) => OURS.test(name));
  for (const path of [folder, ...ours.map((name) => join(folder, name))]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & OTHERS) === 0 || (found.mode & STICKY) !== 0) continue;
    try {
      chmodSync(path, found.mode & ~OTHERS);
    } catch (error) {
      // `npm run doctor` names it.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
}
