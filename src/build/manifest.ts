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
