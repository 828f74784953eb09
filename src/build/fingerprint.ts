import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './files.ts';

const FOLDERS = ['src', 'public'];
const FILES = ['astro.config.mjs', 'package-lock.json'];

export interface FingerprintOptions {
  root: string;
  contentDir: string;
}

/**
 * A sha256 (64 hex digits) over everything that decides what the built site looks like: equal
 * fingerprints mean that another build would change nothing.
 */
export async function fingerprintSources({ root, contentDir }: FingerprintOptions): Promise<string> {
  const content = await namedFiles('content', contentDir);
  const sources = [
    // Its README is no content, and a preview's copy of the folder is without it.
    ...content.filter(({ name }) => name !== 'content/README.md'),
    ...(await Promise.all(FOLDERS.map((folder) => namedFiles(folder, join(root, folder))))).flat(),
    ...FILES.map((name) => ({ name, path: join(root, name) })),
  ];
  const hash = createHash('sha256');
  for (const { name, path } of sources) hash.update(`${name}\0${await hashFile(path)}\n`);
  return hash.digest('hex');
}

async function namedFiles(label: string, folder: string): Promise<{ name: string; path: string }[]> {
  const files = await listFiles(folder);
  return files.map((file) => ({ name: `${label}/${file}`, path: join(folder, file) }));
}

async function hashFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error) => {
    // A file that an editor removes meanwhile, or a lockfile that is not there, is a state like any other.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return bytes === null ? 'absent' : createHash('sha256').update(bytes).digest('hex');
}
