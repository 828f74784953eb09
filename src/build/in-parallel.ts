import { availableParallelism } from 'node:os';

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
    for (const [place, item] of queue) results[place] = await work(item);
  });
  await Promise.all(workers);
  return results;
}
