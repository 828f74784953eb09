import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';

/**
 * Every file below a folder, as sorted paths relative to it, with forward slashes.
 * @returns an empty list when the folder does not exist
 */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/**
 * Does `work` for every item and gives the results in their order. A few at a time: enough to keep every core busy,
 * and never a whole large site in memory.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const workers = Array.from({ length: 2 * availableParallelism() }, async () => {
    for (const [position, item] of queue) results[position] = await work(item);
  });
  await Promise.all(workers);
  return results;
}
