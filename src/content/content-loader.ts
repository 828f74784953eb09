import { matchesGlob, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import { checkContent } from './checks/check-content.ts';
import { COLLECTIONS, type CollectionName } from './reader/collections.ts';
import { formatProblems } from './reader/problems.ts';
import { getContentFolder, type ReadContent } from './reader/read-content.ts';

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
function findCheckedContent(contentDir: string): ReadContent | undefined {
  const checked = holder[KEY];
  return checked?.contentDir === contentDir ? checked.read : undefined;
}

/** The read in progress. Collections that load at the same time share it. */
let reading: Promise<ReadContent> | undefined;

/**
 * Fills one of Astro's collections from the checked content. `astro build` and `astro dev` refuse mistakes with the
 * same message as the content check. In development, a mistake is reported and the previous content stays.
 */
export function createContentLoader(name: CollectionName): Loader {
  return {
    name: `content/${name}`,
    load: async ({ store, config, watcher, logger }) => {
      const contentDir = getContentFolder(fileURLToPath(config.root));
      const fill = ({ content, problems }: ReadContent) => {
        if (problems.length > 0) throw createMistake(formatProblems(problems));
        store.clear();
        // Astro sorts records by id, but editors rely on the order of the file.
        for (const [order, { id, data }] of content[name].entries()) {
          store.set({ id, data: { order, ...data } });
        }
        if (content[name].length > 0) return;
        // Astro warns of a collection that never had a record, on each page that reads it.
        store.set({ id: 'none', data: {} });
        store.delete('none');
      };
      fill(findCheckedContent(contentDir) ?? (await readTogether(contentDir)));
      watcher?.on('all', async (_, path) => {
        const file = relative(contentDir, path).split(sep).join('/');
        if (!matchesGlob(file, COLLECTIONS[name].files)) return;
        await checkContent(contentDir)
          .then(fill)
          .catch((error) => logger.error(String(error.message)));
      });
    },
  };
}

function readTogether(contentDir: string): Promise<ReadContent> {
  reading ??= checkContent(contentDir).finally(() => {
    reading = undefined;
  });
  return reading;
}

/** Astro prints an error's stack, which is useless here: the mistake is in the content, not in code. */
function createMistake(message: string): Error {
  return Object.assign(new Error(message), { stack: '' });
}
