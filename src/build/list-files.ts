import { readdir } from 'node:fs/promises';
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
