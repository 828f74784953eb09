import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { londonDay } from '#domain/dates.ts';
import type { Database } from '../db/schema.ts';
import { contentAside } from './content-aside.ts';
import { type ContentHashes, hashFolder, listDifferences, writeContentFile } from './content-folder.ts';
import { findBlobs } from './draft-repository.ts';

/**
 * What has changed in a folder since a version, in words.
 * @param before undefined if there is no version yet
 */
export async function describeVersion(
  db: Kysely<Database>,
  before: ContentHashes | undefined,
  folder: string,
): Promise<string[]> {
  if (before === undefined) return ['The content as it was when this history began'];
  const after = await hashFolder(folder);
  const files = listDifferences(before, after);
  const changes = await withVersion(db, before, (old) =>
    contentAside.compareFolders(old, folder, londonDay(new Date())),
  );
  const photographs = files
    .filter(isPhotographFile)
    .map((file) =>
      describePhotograph(file, !(file in before) ? 'new' : file in after ? 'changed' : 'removed'),
    );
  const all = [...changes, ...photographs];
  // What differs may be no value, such as an indent.
  return all.length > 0 ? all : files.map((file) => `${file}: written differently`);
}

export function isPhotographFile(file: string): boolean {
  return file.startsWith('images/');
}

export function describePhotograph(file: string, kind: 'new' | 'changed' | 'removed'): string {
  return `The photograph ${file.replace('images/', '')}: ${kind}`;
}

/** Does something with a folder of a version's files, but for its photographs. */
async function withVersion<T>(
  db: Kysely<Database>,
  hashes: ContentHashes,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const files = Object.entries(hashes).filter(([file]) => !isPhotographFile(file));
  const blobs = await findBlobs(
    db,
    files.map(([, hash]) => hash),
  );
  const folder = await mkdtemp(join(tmpdir(), 'content-version-'));
  try {
    for (const [file, hash] of files) await writeContentFile(folder, file, blobs.get(hash) ?? null);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
