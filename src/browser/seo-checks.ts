import { formatCount } from '#domain/count.ts';
import { formatDay, londonDay } from '#domain/dates.ts';
import { formatLondonTime } from '#domain/london-clock.ts';
import { LINK_PROBLEMS, SEO_FIGURES_FILE, type SeoFigures } from '#domain/seo-figures.ts';
import { callApiForJson } from './api-client.ts';

/** The simulated check of section 9, and the build's own figures, for the page of `pages/seo-monitor.astro`. */

/** Section 9. */
const CHECK_DELAY_MS = 2000;
/** How many pages are named for a broken link; the rest are counted. */
const PAGES_NAMED = 3;

const find = <Element extends HTMLElement>(id: string) => document.getElementById(id) as Element;
const refresh = find('seo-refresh');
const monitor = refresh.closest('section') as HTMLElement;

refresh.addEventListener('click', () => {
  if ('checked' in monitor.dataset) check();
});
// Two of the three have nothing else in them that takes the focus.
for (const panel of monitor.querySelectorAll<HTMLElement>('[role="tabpanel"]')) panel.tabIndex = 0;
check();

/** Runs both, the check for its two seconds. */
function check(): void {
  delete monitor.dataset.checked;
  refresh.ariaDisabled = 'true';
  find('seo-status').textContent = 'Running checks...';
  setTimeout(finish, CHECK_DELAY_MS);
  // A newer build may have replaced the figures in the browser's cache.
  callApiForJson<SeoFigures>({ method: 'GET', url: `/${SEO_FIGURES_FILE}`, cache: 'no-cache' }).then(
    showFigures,
    () => {
      monitor.dataset.failed = '';
    },
  );
}

function finish(): void {
  const now = new Date();
  monitor.dataset.checked = '';
  refresh.ariaDisabled = null;
  find('seo-status').textContent = 'Checks finished.';
  find('seo-checked').textContent = `${formatDay(londonDay(now), 'year')} at ${formatLondonTime(now)}`;
}

function showFigures({ sitemapPages, redirects, brokenLinks, pageWeights }: SeoFigures): void {
  delete monitor.dataset.failed;
  const arriving = redirects.filter(({ problem }) => problem === undefined).length;
  const total = pageWeights.reduce((sum, { bytes }) => sum + bytes, 0);
  const figures: Record<string, string> = {
    sitemapPages: formatCount(sitemapPages),
    redirects: `${arriving} of ${redirects.length}`,
    brokenLinks: formatCount(brokenLinks.length),
    pages: formatCount(pageWeights.length),
    total: formatKilobytes(total),
  };
  for (const cell of monitor.querySelectorAll<HTMLElement>('[data-figure]')) {
    cell.textContent = figures[cell.dataset.figure ?? ''] ?? '';
  }

  const broken = find('seo-broken');
  broken.hidden = brokenLinks.length === 0;
  broken.replaceChildren(
    ...brokenLinks.map(({ address, problem, pages }) => {
      const more = pages.length - PAGES_NAMED;
      const from = pages.slice(0, PAGES_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
      return fill('seo-broken-link', address, `: ${LINK_PROBLEMS[problem]}. Linked from ${from}.`);
    }),
  );

  for (const { from, problem } of redirects) {
    const status = monitor.querySelector(`[data-redirect="${CSS.escape(from)}"]`);
    const words = problem === undefined ? '301, arrives' : `301, but ${LINK_PROBLEMS[problem]}`;
    if (status) status.textContent = words;
  }

  const heaviest = pageWeights[0]?.bytes ?? 1;
  const rows = pageWeights.map(({ page, bytes }) => {
    const row = fill('seo-weight', page, formatKilobytes(bytes));
    row.querySelector('rect')?.setAttribute('width', String((bytes / heaviest) * 100));
    return row;
  });
  find('seo-weights').replaceChildren(...rows);
}

/** A template's element, with a text in its `code` and one in its `span`. */
function fill(template: string, code: string, words: string): HTMLElement {
  const { content } = find<HTMLTemplateElement>(template);
  const element = content.firstElementChild?.cloneNode(true) as HTMLElement;
  for (const [tag, text] of [
    ['code', code],
    ['span', words],
  ] as const) {
    const part = element.querySelector(tag);
    if (part) part.textContent = text;
  }
  return element;
}

/** Bytes for people: `14.0 kB`, of a thousand bytes each. */
function formatKilobytes(bytes: number): string {
  const tenths = Math.round(bytes / 100);
  return `${formatCount(Math.floor(tenths / 10))}.${tenths % 10} kB`;
}
