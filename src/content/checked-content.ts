import type { ReadContent } from './reader/read-content.ts';

/** Not in a module: Astro loads the modules of its collections a second time, with variables of their own. */
const KEY = Symbol.for('checked-content');
const holder = globalThis as typeof globalThis & { [KEY]?: Checked };

interface Checked {
  readonly contentDir: string;
  readonly read: ReadContent;
}

/** Leaves what a build has read and checked for Astro's collections. Reading and checking it again takes 0.2 s of each build. */
export function keepCheckedContent(contentDir: string, read: ReadContent): void {
  holder[KEY] = { contentDir, read };
}

/** What the build of this process has read of that folder; undefined in development. */
export function findCheckedContent(contentDir: string): ReadContent | undefined {
  const checked = holder[KEY];
  return checked?.contentDir === contentDir ? checked.read : undefined;
}
