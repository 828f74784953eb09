import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files with people's names and addresses and keys to their orders, and their logs and copies. */
const OURS = /^(farm\.db|payment-sandbox\.db|farm-.*\.db)/;
const OTHERS = 0o077;
/** Set on folders for everybody, such as /tmp. */
const STICKY = 0o1000;

/**
 * Removes all other accounts' rights from a folder and the service's files in it, because a folder created before the
 * service has the system's default rights. Files of other owners are left alone.
 */
export function makePrivate(folder: string): void {
  const ours = readdirSync(folder).filter((name) => OURS.test(name));
  for (const path of [folder, ...ours.map((name) => join(folder, name))]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & OTHERS) === 0 || (found.mode & STICKY) !== 0) continue;
    try {
      chmodSync(path, found.mode & ~OTHERS);
    } catch (error) {
      // `npm run doctor` reports it.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
}
