import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { PHONE } from '../../support/visit-figures.ts';
import { median } from './statistics.ts';

const FIRST = '/';
const NEXT = '/prices';
/** So long a mouse rests on a link before it is clicked, at the least. */
const HOVER_MS = 500;
/** So long a finger lies on the glass in a quick tap. */
const TAP_MS = 80;

/** How long the first words of the next page take from the click on its link, in ms; medians. */
export interface NextPageFigures {
  /** With the mouse on the link before. */
  readonly hoveredMs: number;
  /** With a finger, from the moment when it leaves the glass. */
  readonly touchedMs: number;
  /** From what the browser has kept since the first page. */
  readonly keptMs: number;
}

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' };
const KEEPING: BrowserContextOptions = { ...DESKTOP, serviceWorkers: 'allow' };

export async function measureNextPage(
  browser: Browser,
  url: string,
  rounds: number,
): Promise<NextPageFigures> {
  const figures = { hoveredMs: [] as number[], touchedMs: [] as number[], keptMs: [] as number[] };
  for (let each = 0; each < rounds; each += 1) {
    figures.hoveredMs.push(await measureStep(browser, url, DESKTOP, clickAfterHover));
    figures.touchedMs.push(await measureStep(browser, url, PHONE, tap));
    figures.keptMs.push(await measureStep(browser, url, KEEPING, clickWhatIsKept));
  }
  return {
    hoveredMs: median(figures.hoveredMs),
    touchedMs: median(figures.touchedMs),
    keptMs: median(figures.keptMs),
  };
}

async function measureStep(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  go: (page: Page) => Promise<void>,
): Promise<number> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const note = () => sessionStorage.setItem('left', String(performance.timeOrigin + performance.now()));
      addEventListener('click', note, { capture: true });
    });
    await page.goto(url + FIRST, { timeout: 120_000 });
    await page.waitForLoadState('networkidle');
    await go(page);
    await page.waitForURL(url + NEXT);
    const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    await page.waitForFunction(painted);
    return await page.evaluate(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
      return Math.round(performance.timeOrigin + painted - Number(sessionStorage.getItem('left')));
    });
  } finally {
    await context.close();
  }
}

function findLink(page: Page) {
  return page.locator(`a[href="${NEXT}"]:visible`).first();
}

async function clickAfterHover(page: Page): Promise<void> {
  await findLink(page).hover();
  await page.waitForTimeout(HOVER_MS);
  await findLink(page).click();
}

async function tap(page: Page): Promise<void> {
  await findLink(page).scrollIntoViewIfNeeded();
  const place = await findLink(page).boundingBox();
  if (place === null) throw new Error(`No link to ${NEXT} is there to be tapped.`);
  const finger = { x: place.x + place.width / 2, y: place.y + place.height / 2 };
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await page.waitForTimeout(TAP_MS);
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function clickWhatIsKept(page: Page): Promise<void> {
  await page.evaluate(waitUntilKept, NEXT);
  await findLink(page).click();
}

/** Runs in the page: until its worker has fetched this page and, for a while, nothing else. */
async function waitUntilKept(path: string): Promise<void> {
  const count = async () => {
    const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(kept.map((cache) => cache.keys()))).flat().length;
  };
  for (let before = -1; ; ) {
    const now = await count();
    const isThere = (await caches.match(path, { ignoreSearch: true })) !== undefined;
    if (isThere && now === before) return;
    before = now;
    await new Promise((passed) => setTimeout(passed, 3000));
  }
}
