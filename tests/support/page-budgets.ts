import type { Page } from '@playwright/test';
import { findPayments, PAGES } from '#domain/pages.ts';
import { KEEPS_PAGES } from './precache.ts';
import { expect } from './test.ts';
import { sumBytesOverHttp2, type VisitFigures } from './visit-figures.ts';

// What a page may weigh and ask for, which does not depend on the machine: bytes as received, headers included,
// requests, and movement. `npm run bench` measures times.

/** Not those that need somebody who is signed in or pays: they start with their script. Of the towns’ pages, the longest one. */
const OTHERS = [
  ...Object.values(PAGES)
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/admin') || findPayments(path) === 'card'),
  '/christmas-trees-taunton',
];

/** Ten packets of 1460 bytes: what a server sends before it waits for the first answer. */
const FIRST_VIEW_BYTES = 14_600;
/** The page with the order form also has the frame of the thanks, in which nothing may move, and words for whoever waits in vain for it, − and +, and holds its first press: eleven packets. */
const ORDER_BYTES = 15_600;
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
 * so that notices find the hours that they change, hours of a past season are called so, and all fits with large text.
 */
const TODAY_BYTES = 950;
/**
 * Small scripts without a framework: one for the switches, which show the choice at once, one that links to the order
 * that this tab has just paid for, and one that reads the build's figures.
 */
const STARTING_WITH_SCRIPT = ['/admin/office', '/order', '/privacy', '/success', PAGES['seo-monitor'].path];

/** With pictures in parts that are skipped at first. */
const HAS_PICTURES_BELOW = ['/', '/pick-your-own'];

/** Names all that is wrong, not the first of it. */
const look = expect.configure({ soft: true });

/** Looks at a first visit to a page, which ends at its foot, a screen at a time. */
export async function expectWithinBudget(
  page: Page,
  path: string,
  readFigures: () => Promise<VisitFigures>,
): Promise<void> {
  const { requests, lcpUrl } = await readFigures();
  const height = await readHeight(page);
  if (HAS_PICTURES_BELOW.includes(path)) await look.poll(() => countLeftOut(page), path).toBeGreaterThan(0);
  const whole = await scrollThrough(page, readFigures);
  await look.poll(() => countLeftOut(page), 'pictures that have not come').toBe(0);
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  look(await countLeftOut(page), 'pictures that have gone').toBe(0);
  look(await readHeight(page), 'the height, once the pictures are there').toBe(height);
  if (OTHERS.includes(path)) return;

  const ofType = (...types: string[]) => requests.filter(({ type }) => types.includes(type));
  look(ofType('Font'), 'web fonts').toEqual([]);
  const scripts = ofType('Script').filter(({ path }) => !KEEPS_PAGES.test(path));
  if (!STARTING_WITH_SCRIPT.includes(path)) look(scripts, 'script files').toEqual([]);
  // So the largest paint waits for one request, the document.
  look(ofType('Stylesheet'), 'style sheets').toEqual([]);
  look(lcpUrl, 'the largest paint is text, or a drawing in the page').toBe('');
  // Requests that keep other pages count with those pages.
  const ofPage = ({ path }: { path: string }) => !KEEPS_PAGES.test(path);
  const today = (await page.locator('opening-today').count()) > 0 ? TODAY_BYTES : 0;
  const limit = (FIRST_VIEWS[path] ?? FIRST_VIEW_BYTES) + today;
  look(sumBytesOverHttp2(requests.filter(ofPage)), 'first view').toBeLessThanOrEqual(limit);
  look(sumBytesOverHttp2(whole.requests.filter(ofPage)), 'whole page').toBeLessThanOrEqual(
    (path === '/' ? HOME_WHOLE_BYTES : WHOLE_PAGE_BYTES) + today,
  );
  look(whole.shifts, 'nothing moves').toEqual([]);
  look(whole.cls, 'layout shift').toBe(0);
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

const readHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** Pictures far down the page, in parts that the browser skips until somebody comes near. Not those for other widths. */
const countLeftOut = (page: Page) =>
  page.evaluate(
    () =>
      [...document.images].filter(
        (image) => image.checkVisibility() && !image.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
  );
