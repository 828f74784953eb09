import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { createRandom, type Random } from '../chaos/random.ts';

/** How long somebody looks at a page, and then at the link, before the click. */
const LOOK_MS = 4000;
const HOVER_MS = 300;
const STEPS = 4;
/** A click below this feels like no wait; below the other, like a short one. */
const [AT_ONCE_MS, SOON_MS] = [100, 300];

const BROWSERS = {
  'follows speculation rules': {},
  // As browsers other than Chromium's do, and Chromium where its user has switched preloading off.
  'follows none': { net: { network_prediction_options: 2 } },
} as const;

export interface NavigationFigures {
  readonly browser: keyof typeof BROWSERS;
  /** The first click of a first visit, or any later one. */
  readonly click: 'first' | 'later';
  readonly navigations: number;
  readonly medianMs: number;
  readonly worstOfTenMs: number;
  readonly below100Percent: number;
  readonly below300Percent: number;
}

/**
 * From every content page a first visit that clicks through some others, by links that the seed chooses: how long the
 * first paint of the next page takes from the click.
 */
export async function measureNavigations(
  launch: LaunchOptions,
  url: string,
  paths: readonly string[],
): Promise<NavigationFigures[]> {
  const figures: NavigationFigures[] = [];
  for (const name of ['follows speculation rules', 'follows none'] as const) {
    const steps: { isFirst: boolean; ms: number }[] = [];
    for (const [index, path] of paths.entries()) {
      const random = createRandom(index + 1);
      steps.push(
        ...(await withNewBrowser(launch, name, (context) => walk(context, url, path, paths, random))),
      );
    }
    for (const isFirst of [true, false]) {
      const times = steps
        .flatMap((step) => (step.isFirst === isFirst ? [step.ms] : []))
        .sort((a, b) => a - b);
      figures.push(summarise(name, isFirst ? 'first' : 'later', times));
    }
  }
  return figures;
}

/** @returns the milliseconds of each click */
async function walk(
  context: BrowserContext,
  url: string,
  start: string,
  paths: readonly string[],
  random: Random,
): Promise<{ isFirst: boolean; ms: number }[]> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const note = () => sessionStorage.setItem('left', String(performance.timeOrigin + performance.now()));
    addEventListener('click', note, { capture: true });
  });
  await page.goto(url + start, { timeout: 120_000 });
  const steps = [];
  for (let step = 0; step < STEPS; step += 1) {
    await page.waitForTimeout(LOOK_MS);
    const link = await chooseLink(page, paths, random);
    await page.locator('[data-chosen]').hover();
    await page.waitForTimeout(HOVER_MS);
    await page.locator('[data-chosen]').click();
    await page.waitForURL(url + link);
    steps.push({ isFirst: step === 0, ms: await readPaint(page) });
  }
  return steps;
}

/** Marks one of the links to other content pages. @returns where it leads */
async function chooseLink(page: Page, paths: readonly string[], random: Random): Promise<string> {
  return page.evaluate(
    ([paths, chance]) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].filter((link) => {
        const path = link.getAttribute('href') ?? '';
        return paths.includes(path) && path !== location.pathname && link.checkVisibility();
      });
      const link = links[Math.floor(chance * links.length)];
      if (link === undefined) throw new Error(`${location.pathname} links to no other page`);
      link.dataset.chosen = '';
      return link.getAttribute('href') ?? '';
    },
    [paths, random.next()] as const,
  );
}

async function readPaint(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]);
  return page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    return Math.round(
      performance.timeOrigin + (painted?.startTime ?? Number.NaN) - Number(sessionStorage.getItem('left')),
    );
  });
}

/** A browser with a profile of its own, because preloading is a setting of the profile. */
async function withNewBrowser<Result>(
  launch: LaunchOptions,
  name: keyof typeof BROWSERS,
  use: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-profile-'));
  await mkdir(join(profile, 'Default'));
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(BROWSERS[name]));
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    viewport: { width: 1280, height: 900 },
  });
  try {
    return await use(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

function summarise(
  browser: NavigationFigures['browser'],
  click: NavigationFigures['click'],
  sorted: readonly number[],
): NavigationFigures {
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const percentBelow = (limit: number) =>
    Math.round((100 * sorted.filter((ms) => ms < limit).length) / sorted.length);
  return {
    browser,
    click,
    navigations: sorted.length,
    medianMs: at(0.5),
    worstOfTenMs: at(0.9),
    below100Percent: percentBelow(AT_ONCE_MS),
    below300Percent: percentBelow(SOON_MS),
  };
}
