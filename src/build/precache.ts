import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isListed, isTownPath, PAGES, PAYMENT_PATHS, PRIVATE_PATHS, pageOfFile } from '#domain/pages.ts';
import { OFFLINE_PATH, PRECACHE_NAME, type Precache, SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { compressFile, getSentSize } from './compress.ts';
import { listFiles } from './files.ts';
import { hashFile } from './manifest.ts';

/**
 * The most that a browser is asked to fetch for later, in bytes as sent with brotli, the worker included. The site has
 * 268 kB, of which the price lists' plates are 4.5 and the pages' own repetitions (menus, footer, styles) more than half.
 */
export const MAX_PRECACHE_BYTES = 285_000;
/** An upper bound, because the worker's size is known only once its list is written. */
const WORKER_BYTES = 3500;

/** Files of a page that are precached with it: the precache's own script, and drawings. Photographs are too heavy. */
const ASSETS = /\/_astro\/(?:keep-pages[\w.-]*\.js|[\w.-]+\.svg)/g;
/** What the head of a page says whose content file has `listed: false`. */
const UNLISTED = /<meta name="robots" content="noindex/;
/** The offline page first, then the order of the table of pages. */
const ORDER: readonly string[] = [OFFLINE_PATH, ...Object.values(PAGES).map(({ path }) => path)];

/**
 * Chooses the files to precache of a site that is already compressed, and writes the list into its service worker.
 * Does nothing for a site without a worker.
 */
export async function writePrecache(folder: string): Promise<void> {
  const path = join(folder, SERVICE_WORKER_PATH);
  const worker = await readFile(path, 'utf8').catch(() => undefined);
  if (worker === undefined) return;
  const precache = await choosePrecache(folder);
  await writeFile(path, `const PRECACHE=${JSON.stringify(precache)};${worker}`);
  await compressFile(path);
}

async function choosePrecache(folder: string): Promise<Precache> {
  const files: Record<string, string> = {};
  let bytesLeft = MAX_PRECACHE_BYTES - WORKER_BYTES;
  /** @returns the file's text, or '' when it does not fit */
  const add = async (path: string, file: string) => {
    const size = await getSentSize(join(folder, file));
    if (size > bytesLeft || path in files) return '';
    const bytes = await readFile(join(folder, file));
    const text = bytes.toString('utf8');
    bytesLeft -= size;
    files[path] = hashFile(bytes);
    return text;
  };
  for (const pages of await listPages(folder)) {
    const assets = new Set<string>();
    for (const { path, file } of pages) {
      const html = await add(path, file);
      for (const [asset] of html.matchAll(ASSETS)) assets.add(asset);
    }
    // The script first: it says how old the prices on a cached page are.
    for (const asset of [...assets].sort((a, b) => Number(b.endsWith('.js')) - Number(a.endsWith('.js')))) {
      await add(asset, asset.slice(1));
    }
  }
  const scan = await listScanFiles(folder);
  return { cache: PRECACHE_NAME, offline: OFFLINE_PATH, files, scan, untouched: PRIVATE_PATHS };
}

/** A script, style or drawing that a page or a script names. */
const NAMED = /["'`(/]([\w.-]+\.(?:js|css|svg))["'`)]/g;

/** The scan page, then every file that it can load, each with `hashFile` of its bytes. Empty if it is not built. */
async function listScanFiles(folder: string): Promise<Record<string, string>> {
  const { path } = PAGES['admin/packing/scan'];
  const all = await listFiles(folder);
  const page = all.find((file) => pageOfFile(file) === path);
  if (page === undefined) return {};
  const files: Record<string, string> = {};
  const wanted = [[path, page]];
  for (const [name = '', file = ''] of wanted) {
    if (name in files) continue;
    const bytes = await readFile(join(folder, file));
    files[name] = hashFile(bytes);
    for (const [, asset] of bytes.toString('utf8').matchAll(NAMED)) {
      const found = `_astro/${asset}`;
      if (all.includes(found)) wanted.push([`/${found}`, found]);
    }
  }
  return files;
}

/** The pages in two groups: all others first, then the towns, of which there may be many. */
async function listPages(folder: string) {
  const pages: { path: string; file: string }[] = [];
  for (const file of await listFiles(folder)) {
    const path = pageOfFile(file);
    if (path === undefined) continue;
    // The shop says which weeks are left, and without a signal nothing can be ordered.
    const isIncluded =
      isListed(path) &&
      !PAYMENT_PATHS.includes(path) &&
      !UNLISTED.test(await readFile(join(folder, file), 'utf8'));
    if (isIncluded || path === OFFLINE_PATH) pages.push({ path, file });
  }
  const named = ORDER.flatMap((path) => pages.filter((page) => page.path === path));
  const towns = pages.filter(({ path }) => isTownPath(path));
  const simple = pages.filter((page) => !named.includes(page) && !towns.includes(page));
  return [[...named, ...simple], towns];
}
