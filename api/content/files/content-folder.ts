import { createHash, randomUUID } from 'node:crypto';
import { cp, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { findCollection } from '#content/reader/collections.ts';
import { isPhotograph } from '#domain/content/photographs.ts';

/** No part is empty or begins with a dot, so none leads out of the folder; nor has it what Windows reads as a path. */
const SAFE_PATH = /^[^./\\:\p{Cc}][^/\\:\p{Cc}]*(\/[^./\\:\p{Cc}][^/\\:\p{Cc}]*)*$/u;

/**
 * Whether a path below the content folder is a record's or a photograph's. People call photographs whatever they like.
 */
export function isContentFile(file: string): boolean {
  if (!SAFE_PATH.test(file)) return false;
  if (/^images\/[^/]+$/.test(file)) return isPhotograph(file);
  return findCollection(file) !== undefined;
}

/** Every file that belongs to the content, sorted: not READMEs, nor what an editor's computer creates. */
export async function listContentFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isContentFile)
    .sort();
}

/** @returns undefined if there is no such file */
export async function readContentFile(folder: string, file: string): Promise<Uint8Array | undefined> {
  return readFile(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Writes a file completely or not at all, and onto the disk before it returns; null removes it. */
export async function writeContentFile(
  folder: string,
  file: string,
  bytes: Uint8Array | null,
): Promise<void> {
  const path = join(folder, file);
  if (bytes === null) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  // With a dot, so that nobody takes it for content; of its own, because another file may be written just now.
  const unfinished = join(dirname(path), `.${randomUUID()}.unfinished`);
  await writeFile(unfinished, bytes, { flush: true });
  await rename(unfinished, path);
  await flushNames(dirname(path));
}

/** Has what was renamed in a folder survive a loss of power. */
export async function flushNames(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/**
 * Makes `target` the same as the content folder, but for `changes` (null for a removed file). Files that it has already
 * are left alone, because a build may be reading them. Photographs are linked where the disk can, because they are
 * large.
 */
export async function copyContentFolder(
  folder: string,
  target: string,
  changes: ReadonlyMap<string, Uint8Array | null>,
): Promise<void> {
  await mkdir(target, { recursive: true });
  const wanted = new Set([...(await listContentFiles(folder)), ...changes.keys()]);
  for (const file of await listContentFiles(target)) {
    if (!wanted.has(file)) await rm(join(target, file));
  }
  for (const file of wanted) {
    const bytes = changes.get(file);
    if (bytes === undefined) await copyFile(join(folder, file), join(target, file));
    else if (!(await hasBytes(target, file, bytes))) await writeContentFile(target, file, bytes);
  }
}

async function hasBytes(folder: string, file: string, bytes: Uint8Array | null): Promise<boolean> {
  const found = await readContentFile(folder, file);
  return found === undefined ? bytes === null : bytes !== null && Buffer.from(bytes).equals(found);
}

async function copyFile(from: string, to: string): Promise<void> {
  const [source, copy] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
  // A copy keeps the time as a Date, which is rounded to the millisecond.
  const isSameTime = copy?.mtime.getTime() === source.mtime.getTime();
  if (copy?.size === source.size && isSameTime) return;
  await mkdir(dirname(to), { recursive: true });
  await rm(to, { force: true });
  if (isPhotograph(from)) await linkFile(from, to);
  else await cp(from, to, { preserveTimestamps: true });
}

/** A file under a second name; a copy of it where the disk knows no such thing. */
export function linkFile(from: string, to: string): Promise<void> {
  return link(from, to).catch(() => cp(from, to, { preserveTimestamps: true }));
}

/** A state of the whole folder: the hash of each of its files. */
export type ContentHashes = Readonly<Record<string, string>>;

export async function hashFolder(folder: string): Promise<ContentHashes> {
  const files: [string, string][] = [];
  for (const file of await listContentFiles(folder)) {
    const bytes = await readContentFile(folder, file);
    if (bytes) files.push([file, hashBytes(bytes)]);
  }
  return Object.fromEntries(files);
}

/** The files that two states do not have in common, sorted. */
export function listDifferences(one: ContentHashes, other: ContentHashes): string[] {
  const files = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...files].filter((file) => one[file] !== other[file]).sort();
}

/** sha256, 64 hex digits. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Does one thing after the other. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
