import { type ListedNotice, NOTICES_PATH } from '#domain/content/notices.ts';
import { type PageReport, PRECACHE_NAME, SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import styles from './kept-notice.css?inline';

/**
 * Keeps content pages for reading offline (`service-worker/worker.ts`), tells the visitor when a kept page is not the
 * latest and what the farm's notices are now, and prerenders the next page. Pages load this script when they are idle.
 */

const { connection, serviceWorker: container } = navigator;

const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
// Missing in Safari before 16.4.
const timings: readonly PerformanceServerTiming[] | undefined = visit?.serverTiming;
/** Which version of a kept page this is; undefined if it came from the network. */
const shown = timings?.find(({ name }) => name === 'kept')?.description;

/** Data saver is on, or the connection is so slow that it is probably expensive. */
function prefersLessData(): boolean {
  return connection?.saveData === true || connection?.effectiveType.includes('2g') === true;
}

function prepareNextPage(): void {
  if (prefersLessData() || !HTMLScriptElement.supports?.('speculationrules')) return;
  const script = document.createElement('script');
  script.type = 'speculationrules';
  script.textContent = SPECULATION_RULES;
  document.head.append(script);
}

function askToKeep(): void {
  const report: PageReport = { savesData: prefersLessData(), shown };
  container.controller?.postMessage(report);
}

/** The page could not be refreshed. If it shows prices, say when it was fetched. */
async function showFetchTime(): Promise<void> {
  const cache = await caches.open(PRECACHE_NAME);
  const kept = await cache.matchAll(location.pathname, { ignoreSearch: true });
  const fetched = kept.at(-1)?.headers.get('Date');
  if (!fetched || !document.querySelector('main')?.textContent.includes('£')) return;
  const at = new Date(fetched);
  const day = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });
  const time = at.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' });
  showKeptNotice(`Prices as they were on ${day}, ${time}`);
}

/** After this time the signal counts as gone. */
const LONGEST_WAIT_MS = 3000;

/** What a page says of days that a notice may be about. */
const OPENING_OF_ITS_TIME = '.opening-line, .quick-bar opening-today, .hours .told, .calendar .shut';

/**
 * A kept page has the farm's notices of its time. Those of now are shown over it, because nothing may move any more
 * under a finger; what they replace leaves its place empty.
 */
async function showNoticesOfNow(): Promise<void> {
  const answer = await fetch(NOTICES_PATH, {
    cache: 'no-store',
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
  });
  const now = new Date().toISOString();
  const current = ((await answer.json()) as ListedNotice[])
    .filter(({ from, until }) => from <= now && now < until)
    .map(({ words }) => words);
  const shown = document.querySelector<HTMLElement>('.notices');
  const kept = [...(shown?.querySelectorAll('p:not([hidden])') ?? [])].map((each) => each.textContent);
  if (`${kept}` === `${current}`) return;
  if (shown) shown.style.visibility = 'hidden';
  for (const status of document.querySelectorAll<HTMLElement>(OPENING_OF_ITS_TIME)) {
    status.style.visibility = 'hidden';
    status.closest('a')?.setAttribute('aria-label', 'Opening times');
  }
  for (const words of current) showKeptNotice(words);
}

function showUpdateNotice(): void {
  const link = document.createElement('a');
  link.href = location.pathname;
  link.textContent = 'Show it as it is now';
  showKeptNotice('This page has changed since. ', link);
}

let region: HTMLElement | undefined;

/**
 * The place over the page for all that is shown there. Its style is loaded here because few pages need it. The security
 * policy does not allow a style element.
 */
function makeRegion(): HTMLElement {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  const made = document.createElement('div');
  made.role = 'status';
  made.className = 'kept-notices';
  document.body.append(made);
  return made;
}

/** Shows a notice over the page and announces it. */
function showKeptNotice(...content: (string | Node)[]): void {
  region ??= makeRegion();
  const notice = document.createElement('p');
  notice.className = 'kept-notice';
  notice.append(...content);
  // Delayed, because screen readers do not announce what a live region already contains when it appears.
  setTimeout(() => region?.append(notice));
}

async function keepPages(): Promise<void> {
  const isKept = container.controller !== null;
  if (prefersLessData() && !isKept) return;
  // Before the update: Chromium lets a new worker wait, at times for a minute, if the old one is asked for something
  // while it installs.
  if (shown !== undefined) await showNoticesOfNow().catch(() => {});
  try {
    const registration = await container.register(SERVICE_WORKER_PATH);
    if (isKept) await registration.update();
    // A worker that is still installing is asked when it takes over.
    if (!registration.installing) askToKeep();
  } catch {
    if (isKept) await showFetchTime();
  }
}

function start(): void {
  prepareNextPage();
  // Missing on an insecure connection.
  if (!container) return;
  container.addEventListener('controllerchange', askToKeep);
  container.addEventListener('message', showUpdateNotice, { once: true });
  container.startMessages();
  void keepPages();
}

// A prerendered page has no visitor yet.
if (document.prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
