import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isListed, isTownPath, PAGES, PRIVATE_PATHS } from '#domain/pages.ts';
import { KEPT_CACHE, type KeptSite, OFFLINE_PATH, SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { compressFile } from './compress.ts';
import { listFiles } from './list-files.ts';
import { getPageUrl } from './manifest.ts';

/** What a browser is asked to fetch and keep at the most, in bytes as sent with brotli, the worker itself included. */
export const MOST_KEPT_BYTES = 250_000;
/** More than the worker weighs, which cannot be known before its list is. */
const WORKER_BYTES = 2500;

/** What a page loads and can be kept with it: the script that looks after kept pages, and drawings; photographs are too heavy. */
const PARTS = /\/_astro\/(?:keep-pages[\w.-]*\.js|[\w.-]+\.svg)/g;
/** The order of the table of pages, and the page that stands in for the others before all. */
const ORDER: readonly string[] = [OFFLINE_PATH, ...Object.values(PAGES).map(({ path }) => path)];

/**
 * Chooses what browsers keep of a site whose files are compressed already, and writes the list into its service worker.
 * A site without a worker stays without.
 */
export async function writePrecache(folder: string): Promise<void> {
  const path = join(folder, SERVICE_WORKER_PATH);
  const worker = await readFile(path, 'utf8').catch(() => undefined);
  if (worker === undefined) return;
  const site = await chooseKeptSite(folder);
  await writeFile(path, `const KEPT_SITE=${JSON.stringify(site)};${worker}`);
  await compressFile(path);
}

/** As the worker does it: the first 16 hex digits of a sha256. */
export function hashKeptFile(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

async function chooseKeptSite(folder: string): Promise<KeptSite> {
  const files: Record<string, string> = {};
  let bytesLeft = MOST_KEPT_BYTES - WORKER_BYTES;
  /** @returns what was kept; nothing where there is no room */
  const keep = async (address: string, file: string) => {
    const size = await getSentSize(join(folder, file));
    if (size > bytesLeft || address in files) return '';
    const bytes = await readFile(join(folder, file));
    const text = bytes.toString('utf8');
    bytesLeft -= size;
    files[address] = hashKeptFile(bytes);
    return text;
  };
  for (const pages of await listPages(folder)) {
    const parts = new Set<string>();
    for (const { address, file } of pages) {
      const html = await keep(address, file);
      for (const [part] of html.matchAll(PARTS)) parts.add(part);
    }
    // The script first: without it, nobody says of when the prices are.
    for (const part of [...parts].sort((a, b) => Number(b.endsWith('.js')) - Number(a.endsWith('.js')))) {
      await keep(part, part.slice(1));
    }
  }
  return { cache: KEPT_CACHE, offline: OFFLINE_PATH, files, untouched: PRIVATE_PATHS };
}

/** The offline page, those of the table, and simple ones; and apart from them the towns, of which there may be many. */
async function listPages(folder: string) {
  const pages = (await listFiles(folder)).flatMap((file) => {
    const address = getPageUrl(file);
    const isKept = address !== undefined && (isListed(address) || address === OFFLINE_PATH);
    return isKept ? [{ address, file }] : [];
  });
  const named = ORDER.flatMap((path) => pages.filter(({ address }) => address === path));
  const towns = pages.filter(({ address }) => isTownPath(address));
  const simple = pages.filter((page) => !named.includes(page) && !towns.includes(page));
  return [[...named, ...simple], towns];
}

async function getSentSize(path: string): Promise<number> {
  return (await stat(`${path}.br`).catch(() => stat(path))).size;
}
