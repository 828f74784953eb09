import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findPayments, PAGES } from '#domain/pages.ts';
import { pagePaths } from '../pages/built-site.ts';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { openContactPage } from '../support/contact.ts';
import { KEEPS_PAGES } from '../support/precache.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { expect, test } from '../support/test.ts';
import { TEST_DIST } from '../support/test-site.ts';
import { PHONE, sumBytesOverHttp2, type VisitFigures, watchVisit } from '../support/visit-figures.ts';
import { payButton } from './checkout/buyer.ts';
import { openForm } from './order/order-page.ts';

// These budgets do not depend on the machine: bytes as received, headers included, requests, and movement. `npm run
// bench` measures times.

/** They need somebody who is signed in or pays, so they start with their script. */
const APPLICATIONS: string[] = Object.values(PAGES)
  .map(({ path }) => path)
  .filter((path) => path.startsWith('/admin') || findPayments(path) === 'card');
/** Redirects to /nordmann-branches if nothing was bought. */
const LEADS_ON = '/nordmann-branches/thank-you';

/** Ten packets of 1460 bytes: what a server sends before it waits for the first answer. */
const FIRST_VIEW_BYTES = 14_600;
/** The page with the order form also has the frame of the thanks, in which nothing may move, − and +, and holds its first press: eleven packets. */
const ORDER_BYTES = 15_200;
const WHOLE_PAGE_BYTES = 30_000;
/** The home page may start with more, which is fifteen packets, and has 15 drawings further down, which nobody waits for. */
const HOME_BYTES = 20_200;
const HOME_WHOLE_BYTES = 33_000;
/** Its gallery stands near the top, as specified, and on a slow line Chromium asks for it early, after the words. */
const GALLERY_BYTES = 28_500;
/** With its script, and with the build's own figures, which it asks for. */
const SEO_MONITOR_BYTES = 15_200;
const FIRST_VIEWS: Readonly<Record<string, number>> = {
  '/': HOME_BYTES,
  '/nordmann-branches': ORDER_BYTES,
  '/pick-your-own': GALLERY_BYTES,
  '/seo-monitor': SEO_MONITOR_BYTES,
};
/**
 * What pages with hours may weigh more, for what they say of today (script, timetables, style and the policy's hash),
 * so that notices find the hours that they change, and so that hours and calendars fit with large text.
 */
const TODAY_BYTES = 800;
/**
 * Small scripts without a framework: one for the switches, which show the choice at once, one that links to the order
 * that this tab has just paid for, and one that reads the build's figures.
 */
const STARTING_WITH_SCRIPT = ['/admin/office', '/order', '/privacy', '/success', PAGES['seo-monitor'].path];

test.use({
  ...PHONE,
  expectedMessages: /404 \(/,
  launchOptions: {
    executablePath: findChromium() ?? '',
    // Makes Chromium assume the slowest connection, where it loads lazy pictures from furthest away.
    args: [...chromiumArguments(), '--force-effective-connection-type=Slow-2G'],
  },
});

/** Of the towns’ pages, the longest one stands for all. */
const SHORTER_TOWNS = /^\/christmas-trees-(bridgwater|burnham-on-sea|taunton)$/;

for (const path of pagePaths().filter(
  (each) => each !== LEADS_ON && !APPLICATIONS.includes(each) && !SHORTER_TOWNS.test(each),
)) {
  test(`${path} stays within its budget of bytes and requests, and nothing moves`, async ({ page }) => {
    const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
    await page.goto(path === '/404' ? '/no-such-page' : path);
    await page.waitForLoadState('networkidle');
    const { requests, lcpUrl } = await readFigures();
    const ofType = (...types: string[]) => requests.filter(({ type }) => types.includes(type));
    expect(ofType('Font'), 'web fonts').toEqual([]);
    const scripts = ofType('Script').filter(({ path }) => !KEEPS_PAGES.test(path));
    if (!STARTING_WITH_SCRIPT.includes(path)) expect(scripts, 'script files').toEqual([]);
    // So the largest paint waits for one request, the document.
    expect(ofType('Stylesheet'), 'style sheets').toEqual([]);
    expect(lcpUrl, 'the largest paint is text, or a drawing in the page').toBe('');
    // Requests that keep other pages count with those pages.
    const ofPage = ({ path }: { path: string }) => !KEEPS_PAGES.test(path);
    const today = (await page.locator('opening-today').count()) > 0 ? TODAY_BYTES : 0;
    const limit = (FIRST_VIEWS[path] ?? FIRST_VIEW_BYTES) + today;
    expect(sumBytesOverHttp2(requests.filter(ofPage)), 'first view').toBeLessThanOrEqual(limit);

    const whole = await scrollThrough(page, readFigures);
    expect(sumBytesOverHttp2(whole.requests.filter(ofPage)), 'whole page').toBeLessThanOrEqual(
      (path === '/' ? HOME_WHOLE_BYTES : WHOLE_PAGE_BYTES) + today,
    );
    expect(whole.shifts, 'nothing moves').toEqual([]);
    expect(whole.cls, 'layout shift').toBe(0);
  });
}

/** What each island may weigh in kilobytes once it is used, and how it is. */
const ISLANDS: Record<string, { most: number; use: (page: Page) => Promise<unknown> }> = {
  'scanning until there is a picture': {
    most: 14,
    async use(page) {
      await page.goto('/admin/packing/scan');
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    },
  },
  'the branch box form': { most: 77, use: (page) => openForm(page) },
  'the contact form': { most: 75, use: openContactPage },
  'the search of the FAQ': {
    most: 75,
    async use(page) {
      await page.goto('/faq');
      await page.getByRole('searchbox').fill('dogs');
      await expect(page.locator('.faq-search-results')).toBeVisible();
    },
  },
  'the checkout': {
    most: 92,
    async use(page) {
      await seedOrder(page, makeOrder());
      await page.goto(CHECKOUT);
      await expect(payButton(page)).toBeEnabled();
    },
  },
};

for (const [what, { most, use }] of Object.entries(ISLANDS)) {
  test(`${what} needs at most ${most} kB of our own script`, async ({ page }) => {
    const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
    await use(page);
    const bytes = sumScripts(await readFigures());
    expect(bytes).toBeGreaterThan(most * 350);
    expect(bytes).toBeLessThanOrEqual(most * 1000);
  });
}

/** Scrolls to the bottom, a screen at a time, and waits for the pictures that load. */
async function scrollThrough(page: Page, readFigures: () => Promise<VisitFigures>): Promise<VisitFigures> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo(0, document.documentElement.scrollHeight);
  });
  const allThere = () =>
    page.evaluate(() => [...document.images].every((image) => image.complete || !image.checkVisibility()));
  await expect.poll(allThere, 'every picture that shows has come').toBe(true);
  const hasEnded = async () => (await readFigures()).requests.every(({ endMs }) => endMs !== undefined);
  await expect.poll(hasEnded, 'nothing is under way').toBe(true);
  return readFigures();
}

/** Brotli bytes of the site's own scripts that were requested. */
function sumScripts({ requests }: VisitFigures): number {
  const { files } = JSON.parse(readFileSync(`${TEST_DIST}/build.json`, 'utf8')) as {
    files: { path: string; bytes: number }[];
  };
  const scripts = requests.filter(({ type, path }) => type === 'Script' && !KEEPS_PAGES.test(path));
  const asked = new Set(scripts.map(({ path }) => path.slice(1)));
  return files
    .filter(
      ({ path }) =>
        asked.has(path.replace(/\.br$/, '')) &&
        (path.endsWith('.br') || !files.some((file) => file.path === `${path}.br`)),
    )
    .reduce((sum, { bytes }) => sum + bytes, 0);
}
