import type { KeptSite, PageReport } from '#domain/service-worker.ts';
import type { WorkerMessage, WorkerScope } from './worker-scope.ts';

/**
 * Keeps the content pages in the browser: a second visit asks the network for nothing before it shows, and without a
 * connection they open all the same. The cache holds nothing but the files that the build has listed in `KEPT_SITE`,
 * each compared with its hash, so nothing of a visitor, an order or a session can get into it.
 *
 * A page is shown as it is kept, while the browser asks for a newer worker; that one request stands for all pages,
 * because each build that changes a page changes the list. Imports types only: development serves it as it is.
 */
declare const self: WorkerScope;
declare const KEPT_SITE: KeptSite | undefined;

/** Then a file is fetched anew although it is the same, for headers that may have changed without it. */
const FRESH_MS = 7 * 24 * 60 * 60 * 1000;

const site = typeof KEPT_SITE === 'undefined' ? undefined : KEPT_SITE;
let keeping: Promise<void> | undefined;
/** What pages have brought along is kept one after the other. */
let storing: Promise<unknown> = Promise.resolve();

// At once, without waiting for the last tab of the old site: pages need nothing of their build but what they hold.
self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(site ? self.clients.claim() : clearUp()));

/** From a page that is idle. */
self.addEventListener('message', (event) => {
  if (site) event.waitUntil(lookAfter(site, event));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (!site || request.method !== 'GET' || origin !== location.origin || request.headers.has('Range')) return;
  if (site.untouched.some((address) => pathname === address || pathname.startsWith(`${address}/`))) return;
  const isPage = request.mode === 'navigate' && request.destination === 'document';
  // Drawings of an earlier build too, for a page of that build.
  if (!isPage && request.destination !== 'image' && !(pathname in site.files)) return;
  const answered = answer(site, request, search === '' ? pathname : '', isPage);
  event.respondWith(answered);
  event.waitUntil(answered.then(() => storing));
});

/** @param path empty for an address with a query, which is never kept */
async function answer(site: KeptSite, request: Request, path: string, isPage: boolean): Promise<Response> {
  const cache = await caches.open(site.cache);
  const current = await cache.match(keyOf(site, path));
  if (current) return isPage ? nameVersion(current, site.files[path]) : current;
  try {
    const response = await fetch(request);
    const copy = response.clone();
    if (path in site.files) storing = storing.then(() => keepFile(site, cache, path, copy));
    return response;
  } catch {
    // What an earlier build had there is better than nothing: its page says of when its prices are.
    const outdated = path && (await cache.match(path, { ignoreSearch: true }));
    const offline = isPage && (await cache.match(keyOf(site, site.offline)));
    return outdated || offline || Response.error();
  }
}

/** A page that another build has shown can tell so later, when the cache holds only what has come since. */
function nameVersion(page: Response, hash = ''): Response {
  const headers = new Headers(page.headers);
  headers.set('Server-Timing', `kept;desc="${hash}"`);
  return new Response(page.body, { headers });
}

/** Every kept file stands in the cache under its address and the hash of its bytes. */
function keyOf({ files }: KeptSite, path: string): string {
  return `${path}?${files[path] ?? ''}`;
}

/** Tells a page that is not the latest, and fetches what there is to be kept. */
async function lookAfter(site: KeptSite, { data, source }: WorkerMessage): Promise<void> {
  await storing;
  const { isSparing, shown } = data as PageReport;
  const cache = await caches.open(site.cache);
  const path = source ? new URL(source.url).pathname : '';
  if (path in site.files && (await isOutdated(site, cache, path, shown))) source?.postMessage('changed');
  if (isSparing) return;
  keeping ??= keepFiles(site, cache).finally(() => {
    keeping = undefined;
  });
  await keeping;
}

/** @param shown the version that the page shows; it came from the network and has none where there was no worker yet */
async function isOutdated(site: KeptSite, cache: Cache, path: string, shown?: string): Promise<boolean> {
  if (shown !== undefined) return shown !== site.files[path];
  const kept = await cache.match(path, { ignoreSearch: true });
  return kept !== undefined && !(await cache.match(keyOf(site, path)));
}

/** Fetches what the cache lacks, one file after the other so that whatever the visitor does goes first. */
async function keepFiles(site: KeptSite, cache: Cache): Promise<void> {
  for (const path of Object.keys(site.files)) {
    if (isFresh(await cache.match(keyOf(site, path)))) continue;
    const response = await fetch(path, {
      cache: 'no-cache',
      credentials: 'omit',
      redirect: 'error',
      priority: 'low',
    }).catch(() => undefined);
    // No connection, or a newer build is there and its worker on the way: the next page goes on from here.
    if (!response || !(await keepFile(site, cache, path, response))) return;
  }
  await removeOthers(site, cache);
}

/** Keeps an answer if it is byte for byte the file that the build has listed. @returns whether it is */
async function keepFile(site: KeptSite, cache: Cache, path: string, response: Response): Promise<boolean> {
  // A page that was redirected to is another's, and a browser refuses it in the other's place.
  if (!response.ok || response.redirected) return false;
  if ((await hashOf(response.clone()).catch(() => undefined)) !== site.files[path]) return false;
  await cache.put(keyOf(site, path), response);
  return true;
}

/** What earlier builds had, now that nothing has to stand in any more. */
async function removeOthers(site: KeptSite, cache: Cache): Promise<void> {
  const keys = new Set(Object.keys(site.files).map((path) => keyOf(site, path)));
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (!keys.has(pathname + search)) await cache.delete(url);
  }
}

function isFresh(response: Response | undefined): boolean {
  const date = Date.parse(response?.headers.get('Date') ?? '');
  // A host that sends no date has its files fetched again when they change, and not before.
  return response !== undefined && !(Date.now() - date > FRESH_MS);
}

/** As `hashKeptFile` of the build. */
async function hashOf(response: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The site no longer keeps pages: nothing of it stays in the browser. */
async function clearUp(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
