import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { compareContent } from '#content/changes/compare-content.ts';
import { type ContentValues, readFiles } from '#content/reader/read-files.ts';
import { londonDay } from '#domain/dates.ts';
import type { Database } from '../db/schema.ts';
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
  const values = (await readFiles(folder)).values;
  const files = listDifferences(before, after);
  const { changes } = compareLoosely(await readVersion(db, before), values, londonDay(new Date()));
  const photographs = files
    .filter(isPhotographFile)
    .map((file) =>
      describePhotograph(file, !(file in before) ? 'new' : file in after ? 'changed' : 'removed'),
    );
  const all = [...changes, ...photographs];
  // What differs may be no value, such as an indent.
  return all.length > 0 ? all : files.map((file) => `${file}: written differently`);
}

/**
 * As `compareContent`, for content that may have mistakes: a file whose shape nobody knows cannot be put into words, and
 * must stop neither a backup nor the page that names the mistake.
 */
export function compareLoosely(
  ...[before, after, today]: Parameters<typeof compareContent>
): ReturnType<typeof compareContent> {
  try {
    return compareContent(before, after, today);
  } catch {
    const files = Object.keys({ ...before, ...after }).filter(
      (file) => JSON.stringify(before[file]) !== JSON.stringify(after[file]),
    );
    return { changes: files.map((file) => `${file}: written differently`), warnings: [] };
  }
}

export function isPhotographFile(file: string): boolean {
  return file.startsWith('images/');
}

export function describePhotograph(file: string, kind: 'new' | 'changed' | 'removed'): string {
  return `The photograph ${file.replace('images/', '')}: ${kind}`;
}

async function readVersion(db: Kysely<Database>, hashes: ContentHashes): Promise<ContentValues> {
  const files = Object.entries(hashes).filter(([file]) => !isPhotographFile(file));
  const blobs = await findBlobs(
    db,
    files.map(([, hash]) => hash),
  );
  const folder = await mkdtemp(join(tmpdir(), 'content-version-'));
  try {
    for (const [file, hash] of files) await writeContentFile(folder, file, blobs.get(hash) ?? null);
    return (await readFiles(folder)).values;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
