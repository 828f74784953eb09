import { stat } from 'node:fs/promises';

/** Changes whenever a file is replaced or written; undefined when there is none. */
export async function readMark(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
