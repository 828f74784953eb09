import type { PageReport, Precache } from '#domain/service-worker.ts';

/**
 * Precaches the content pages: a second visit shows them without asking the network, and they open offline. The cache
 * holds only the files that the build has listed in `PRECACHE`, each checked against its hash, so nothing of a visitor,
 * an order or a session can get into it.
 *
 * A page is shown from the cache while the browser asks for a newer worker. That one request covers all pages, because
 * each build that changes a page changes the list. Imports types only, because development serves this file unbundled.
 *
 * No navigation preload: a kept page waits for nothing, so it would be a request for nobody.
 *
 * Not Workbox: its precaching weighs 5.6 kB with brotli, this file 1.2, and it knows neither Save-Data nor low priority.
 */
declare const self: WorkerScope;
declare const PRECACHE: Precache | undefined;

/** After this time an unchanged file is fetched again, because its headers may have changed. */
const FRESH_MS = 7 * 24 * 60 * 60 * 1000;

const site = typeof PRECACHE === 'undefined' ? undefined : PRECACHE;
/** All files that may be kept, by path. */
const known: Precache['files'] = { ...site?.files, ...site?.scan };
let keeping: Promise<void> | undefined;
/** Responses to pages are stored one after the other. */
let storing: Promise<unknown> = Promise.resolve();

// Without waiting for the old site's tabs to close: a page needs no other file of its own build.
self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(site ? self.clients.claim() : clearUp()));

/** Sent by a page that is idle. */
self.addEventListener('message', (event) => {
  if (site) event.waitUntil(refresh(site, event));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (!site || request.method !== 'GET' || origin !== location.origin) return;
  const isUntouched =
    !(pathname in site.scan) &&
    site.untouched.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const isPage = request.mode === 'navigate' && request.destination === 'document';
  // Images are looked up even if they are not listed: a page of an earlier build may need its drawings.
  const mayBeKept = !isUntouched && (request.destination === 'image' || pathname in known);
  if (!isPage && !mayBeKept) return;
  const answered = answer(site, request, isUntouched || search !== '' ? '' : pathname, isPage);
  event.respondWith(answered);
  event.waitUntil(answered.then(() => storing));
});

/** @param path empty for an untouched page, or a URL with a query: neither is cached, nor looked up */
async function answer(site: Precache, request: Request, path: string, isPage: boolean): Promise<Response> {
  const cache = await caches.open(site.cache);
  const current = await cache.match(keyOf(path));
  if (current) return isPage ? nameVersion(current, known[path]) : current;
  try {
    const response = await fetch(request);
    const copy = response.clone();
    if (path in site.files) storing = storing.then(() => keepFile(cache, path, copy));
    return response;
  } catch {
    // An earlier build's page is better than none: it says how old its prices are.
    const outdated = path && (await cache.match(path, { ignoreSearch: true }));
    const offline = isPage && (await cache.match(keyOf(site.offline)));
    return outdated || offline || Response.error();
  }
}

/** Lets the page report later which version it shows, when the cache may hold only newer ones. */
function nameVersion(page: Response, hash = ''): Response {
  const headers = new Headers(page.headers);
  headers.set('Server-Timing', `kept;desc="${hash}"`);
  return new Response(page.body, { headers });
}

/** The cache key of a file: its path and the hash of its bytes. */
function keyOf(path: string): string {
  return `${path}?${known[path] ?? ''}`;
}

/** Tells an outdated page that it has changed, and fetches the files that are missing. */
async function refresh(site: Precache, { data, source }: WorkerMessage): Promise<void> {
  await storing;
  const { savesData, shown, keepsScan } = data as PageReport;
  const cache = await caches.open(site.cache);
  if (keepsScan) return keepFiles(cache, Object.keys(site.scan));
  const path = source ? new URL(source.url).pathname : '';
  if (path in site.files && (await isOutdated(site, cache, path, shown))) source?.postMessage('changed');
  if (savesData) return;
  const [scan = ''] = Object.keys(site.scan);
  // A phone that scans has the next build's page too, before it is without signal.
  const isScanKept = (await cache.match(scan, { ignoreSearch: true })) !== undefined;
  keeping ??= keepFiles(cache, Object.keys(isScanKept ? known : site.files)).finally(() => {
    keeping = undefined;
  });
  await keeping;
}

/** @param shown hash of the page that is shown; undefined when it came from the network */
async function isOutdated(site: Precache, cache: Cache, path: string, shown?: string): Promise<boolean> {
  if (shown !== undefined) return shown !== site.files[path];
  const kept = await cache.match(path, { ignoreSearch: true });
  return kept !== undefined && !(await cache.match(keyOf(path)));
}

/** Fetches the missing files one after the other, so that the visitor's own requests go first. */
async function keepFiles(cache: Cache, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (isFresh(await cache.match(keyOf(path)))) continue;
    const response = await fetch(path, {
      cache: 'no-cache',
      credentials: 'omit',
      redirect: 'error',
      priority: 'low',
    }).catch(() => undefined);
    // Offline, or a newer build is out and its worker on the way: the next page continues from here.
    if (!response || !(await keepFile(cache, path, response))) return;
  }
  await removeOthers(cache);
}

/** Keeps an answer if it is byte for byte the file that the build has listed. @returns whether it is */
async function keepFile(cache: Cache, path: string, response: Response): Promise<boolean> {
  // A page that was redirected to is another's, and a browser refuses it in the other's place.
  if (!response.ok || response.redirected) return false;
  if ((await hashOf(response.clone()).catch(() => undefined)) !== known[path]) return false;
  await cache.put(keyOf(path), response);
  return true;
}

/** Deletes the files of earlier builds. */
async function removeOthers(cache: Cache): Promise<void> {
  const keys = new Set(Object.keys(known).map(keyOf));
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (!keys.has(pathname + search)) await cache.delete(url);
  }
}

function isFresh(response: Response | undefined): boolean {
  const date = Date.parse(response?.headers.get('Date') ?? '');
  // Without a date, a file counts as fresh until it changes.
  return response !== undefined && !(Date.now() - date > FRESH_MS);
}

/** The same as `hashFile` of the build. */
async function hashOf(response: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The site no longer works offline: removes everything from the browser. */
async function clearUp(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}

/**
 * What the service worker uses of its global scope. TypeScript's own library for workers cannot stand beside the one
 * for pages in one project: they name the same things differently.
 */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  readonly registration: { unregister(): Promise<boolean> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(kind: 'message', listener: (event: WorkerMessage) => void): void;
  addEventListener(kind: 'fetch', listener: (event: WorkerFetch) => void): void;
}

interface WorkerEvent {
  /** Keeps the worker alive until then. */
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerMessage extends WorkerEvent {
  readonly data: unknown;
  /** The page that has sent it. */
  readonly source: { readonly url: string; postMessage(message: unknown): void } | null;
}

interface WorkerFetch extends WorkerEvent {
  readonly request: Request;
  /** To be called at once; without it, the browser goes on as if there were no worker. */
  respondWith(response: Promise<Response>): void;
}
