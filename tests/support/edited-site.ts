import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compressFolder } from '../../src/build/compress.ts';
import { listFiles } from '../../src/build/files.ts';
import { readManifest, writeManifest } from '../../src/build/manifest.ts';
import { writePrecache } from '../../src/build/precache.ts';
import { getNextFolder, swapInto } from '../../src/build/swap.ts';
import { TEST_DIST } from './test-site.ts';

/** What a build makes out of the pages. */
const DERIVED = /\.(br|gz)$/;

export interface Edit {
  /** Gives a page's HTML as Astro would now render it. */
  change: (html: string) => string;
  /** False for a farm that has turned it off (`farm.json`). */
  worksOffline?: boolean;
}

/** Copies the built site into a temporary folder, for tests that publish others in its place. */
export async function copySite(): Promise<{ dist: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'edited-site-'));
  const dist = join(dir, 'dist');
  await cp(TEST_DIST, dist, { recursive: true });
  return { dist, remove: () => rm(dir, { recursive: true, force: true }) };
}

/**
 * Puts the next site in a built one's place, as a build after an edit does: by its own steps, but for Astro, which takes
 * longer than all the others and writes what `change` gives. `tests/ways` publishes an edit with it.
 */
export async function publishEdit(dist: string, { change, worksOffline = true }: Edit): Promise<void> {
  const manifest = await readManifest(dist);
  if (manifest === undefined) throw new Error(`${dist} is no built site.`);
  const next = getNextFolder(dist);
  await cp(dist, next, { recursive: true, filter: (path) => !DERIVED.test(path) });
  for (const page of (await listFiles(next)).filter((file) => file.endsWith('.html'))) {
    await replaceIn(join(next, page), change);
  }
  await replaceIn(join(next, 'sw.js'), (worker) => worker.replace(/^const PRECACHE=\{.*?\]\};/, ''));
  await compressFolder(next, dist);
  if (worksOffline) await writePrecache(next);
  await writeManifest(next, { ...manifest, builtAt: new Date() });
  await swapInto(next, dist);
}

async function replaceIn(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}
