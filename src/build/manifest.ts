import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildManifest, buildManifestSchema } from '#domain/schemas/build-manifest.ts';
import { inParallel, listFiles } from './files.ts';

const MANIFEST_NAME = 'build.json';

/** The first 16 hex digits of the sha256. The service computes the same, and so does the worker in the browser. */
export function hashFile(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Lists every file of a finished site in its `build.json`. Write nothing after it. */
export async function writeManifest(
  folder: string,
  { inputs, redirects, builtAt }: Pick<BuildManifest, 'inputs' | 'redirects'> & { builtAt: Date },
): Promise<BuildManifest> {
  const paths = (await listFiles(folder)).filter((path) => path !== MANIFEST_NAME);
  const files = await inParallel(paths, async (path) => {
    const bytes = await readFile(join(folder, path));
    return { path, bytes: bytes.length, hash: hashFile(bytes) };
  });
  const id = hashFile(JSON.stringify(files));
  const manifest = { id, builtAt: builtAt.toISOString(), inputs, redirects, files };
  await writeFile(join(folder, MANIFEST_NAME), JSON.stringify(manifest));
  return manifest;
}

/** The manifest of a built site, or undefined when there is none or it is not one of ours. */
export async function readManifest(folder: string): Promise<BuildManifest | undefined> {
  try {
    return buildManifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST_NAME), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether every file that a manifest lists is there in its full size. */
export async function isComplete(folder: string, { files }: BuildManifest): Promise<boolean> {
  const sizes = await Promise.all(files.map(({ path }) => stat(join(folder, path)).catch(() => undefined)));
  return files.every(({ bytes }, index) => sizes[index]?.size === bytes);
}

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
  for (const { name, path } of sources) hash.update(`${name}\0${await hashSource(path)}\n`);
  return hash.digest('hex');
}

async function namedFiles(label: string, folder: string): Promise<{ name: string; path: string }[]> {
  const files = await listFiles(folder);
  return files.map((file) => ({ name: `${label}/${file}`, path: join(folder, file) }));
}

async function hashSource(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error) => {
    // A file that an editor removes meanwhile, or a lockfile that is not there, is a state like any other.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return bytes === null ? 'absent' : createHash('sha256').update(bytes).digest('hex');
}
