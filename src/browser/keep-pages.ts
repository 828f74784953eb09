import { type PageReport, PRECACHE_NAME, SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import styles from './kept-notice.css?inline';

/**
 * Keeps content pages for reading offline (`service-worker/worker.ts`), tells the visitor when a kept page is not the
 * latest, and prerenders the next page. Pages load this script when they are idle.
 */

const { connection, serviceWorker: container } = navigator;

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
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Missing in Safari before 16.4.
  const timings: readonly PerformanceServerTiming[] | undefined = visit?.serverTiming;
  const shown = timings?.find(({ name }) => name === 'kept')?.description;
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
  showKeptNotice(`Prices as fetched on ${day}, ${time}`);
}

function showUpdateNotice(): void {
  const link = document.createElement('a');
  link.href = location.pathname;
  link.textContent = 'Show it as it is now';
  showKeptNotice('This page has changed since. ', link);
}

/**
 * Shows a notice over the page and announces it. Its style is loaded here because few pages need it. The security
 * policy does not allow a style element.
 */
function showKeptNotice(...content: (string | Node)[]): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  const region = document.createElement('div');
  region.role = 'status';
  document.body.append(region);
  const notice = document.createElement('p');
  notice.className = 'kept-notice';
  notice.append(...content);
  // Delayed, because screen readers do not announce what a live region already contains when it appears.
  setTimeout(() => region.append(notice));
}

async function keepPages(): Promise<void> {
  const isKept = container.controller !== null;
  if (prefersLessData() && !isKept) return;
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
