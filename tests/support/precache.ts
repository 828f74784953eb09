import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Precache } from '../../src/domain/service-worker.ts';
import { expect } from './test.ts';
import { TEST_DIST } from './test-site.ts';

/** The list that the build has written into the service worker. */
export function readPrecache(dist = TEST_DIST): Precache {
  return parsePrecache(readFileSync(`${dist}/sw.js`, 'utf8'));
}

/** The list as the service has it, which fills some pages for its shop and changes their hashes. */
export async function readServedPrecache(page: Page): Promise<Precache> {
  const worker = await page.request.get(new URL('/sw.js', page.url()).href);
  return parsePrecache(await worker.text());
}

function parsePrecache(worker: string): Precache {
  const list = /^const PRECACHE=(\{.*?\]\});/.exec(worker)?.[1];
  if (list === undefined) throw new Error('The worker has no list.');
  return JSON.parse(list);
}

/** The script that an idle browser loads for the next visit, after the first view. */
export const KEEPS_PAGES = /^\/_astro\/keep-pages[\w-]*\.js$/;

/** The entries of every cache of a page's origin, as `/prices?hash`. */
export function readCaches(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) {
        const { pathname, search } = new URL(url);
        found.push(pathname + search);
      }
    }
    return found.sort();
  });
}

/** The addresses under which the list's files are kept. */
export function listKeys({ files }: Precache): string[] {
  return Object.entries(files)
    .map(([path, hash]) => `${path}?${hash}`)
    .sort();
}

/** Opens a page, and waits until the browser has everything that is to be kept. */
export async function visitAndKeep(page: Page, path = '/care-guide'): Promise<void> {
  await page.goto(path);
  const wanted = listKeys(await readServedPrecache(page));
  await expect.poll(() => readCaches(page)).toEqual(wanted);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Lets `readShifts` say what has moved since a page began, other than a kept page's notice: it grows upwards when a second one joins it. */
export function watchShifts(page: Page) {
  return page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    const isOfThePage = ({ node }: { node: Node | null }) =>
      !node?.parentElement?.closest('body > [role="status"]') &&
      !(node as Element | null)?.matches?.('[role="status"]');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.sources.some(isOfThePage)) shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export const readShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
