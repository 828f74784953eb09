import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { compressFolder } from '../../src/build/compress.ts';
import { listFiles } from '../../src/build/files.ts';
import { readManifest, writeManifest } from '../../src/build/manifest.ts';
import { writePrecache } from '../../src/build/precache.ts';
import { getNextFolder, swapInto } from '../../src/build/swap.ts';
import { listKeys, readCaches, readPrecache, readServedPrecache, visitAndKeep } from '../support/precache.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import { startSiteServer } from '../support/site-server.ts';
import { expect, test } from '../support/test.ts';
import { TEST_DIST } from '../support/test-site.ts';

/** What a build makes out of the pages. */
const DERIVED = /\.(br|gz)$/;

interface Edit {
  /** Gives a page's HTML as Astro would now render it. */
  change: (html: string) => string;
  /** False for a farm that has turned it off (`farm.json`). */
  worksOffline?: boolean;
}

/** Copies the built site into a temporary folder, for tests that publish others in its place. */
async function copySite(): Promise<{ dist: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'edited-site-'));
  const dist = join(dir, 'dist');
  await cp(TEST_DIST, dist, { recursive: true });
  return { dist, remove: () => rm(dir, { recursive: true, force: true }) };
}

/**
 * Puts the next site in a built one's place, as a build after an edit does: by its own steps, but for Astro, which takes
 * longer than all the others and writes what `change` gives. `tests/ways` publishes an edit with it.
 */
async function publishEdit(dist: string, { change, worksOffline = true }: Edit): Promise<void> {
  const manifest = await readManifest(dist);
  if (manifest === undefined) throw new Error(`${dist} is no built site.`);
  const next = getNextFolder(dist);
  await cp(dist, next, { recursive: true, filter: (path) => !DERIVED.test(path) });
  for (const page of (await listFiles(next)).filter((file) => file.endsWith('.html'))) {
    await replaceIn(join(next, page), change);
  }
  await replaceIn(join(next, 'sw.js'), (worker) => worker.replace(/^const PRECACHE=\{.*?\]\};/, ''));
  await compressFolder(next, dist);
  if (worksOffline) await writePrecache(next);
  await writeManifest(next, { ...manifest, builtAt: new Date() });
  await swapInto(next, dist);
}

async function replaceIn(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}

test.use({ serviceWorkers: 'allow' });

/** Keeps a tab's visits from being idle until `becomeIdle`. */
function delayIdle(page: Page) {
  return page.addInitScript(() => {
    Object.assign(window, {
      requestIdleCallback: (then: () => void) => Object.assign(window, { becomeIdle: then }),
    });
  });
}

async function becomeIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => 'becomeIdle' in window);
  await page.evaluate(() => (window as unknown as { becomeIdle(): void }).becomeIdle());
}

// The built pages are replaced while a browser has the old ones.
test('a changed price reaches whoever has the old page, who fetches only what differs, until it is all turned off', async ({
  page,
  context,
}) => {
  const site = await copySite();
  const server = await startSiteServer({ DIST_DIR: site.dist });
  const line = await startRecordingProxy(server.url);
  const prices = `${line.url}/prices`;
  const shown = page.getByRole('main');
  const notice = page.getByRole('status');
  const readRequests = () => line.recorded.map(({ path }) => path);
  const expectUpdate = async () => {
    const served = listKeys(await readServedPrecache(page));
    await expect.poll(() => readCaches(page)).toEqual(served);
  };
  /** Publishes, and waits until the service serves it. */
  const publish = async (edit: Edit) => {
    const read = async () => (await fetch(`${line.url}/sw.js`)).text();
    const before = await read();
    await publishEdit(site.dist, edit);
    await expect.poll(read).not.toBe(before);
    line.recorded.length = 0;
  };
  const publishPrice = (before: string, after: string) =>
    publish({ change: (html) => html.replaceAll(before, after) });

  await test.step('it is said in an open tab, which shows it on request', async () => {
    const before = readPrecache(site.dist);
    // It comes first and starts later, because a browser looks for a new worker some time after a visit to a kept page.
    const otherTab = await context.newPage();
    await delayIdle(otherTab);
    await otherTab.goto(`${line.url}/faq`);
    await page.bringToFront();
    await visitAndKeep(page, `${line.url}/care-guide`);
    await publishPrice('£48', '£49');
    const after = readPrecache(site.dist);
    const changed = Object.keys(after.files).filter((path) => after.files[path] !== before.files[path]);
    expect(changed).toContain('/prices');
    expect(changed).not.toContain('/faq');
    const response = await page.goto(prices);
    expect(response?.fromServiceWorker()).toBe(true);
    await expect(shown).toContainText('£48');
    await expect(notice).toHaveText('This page has changed since. Show it as it is now');
    await expectUpdate();
    const fetched = readRequests().filter((path) => path in after.files);
    expect(fetched.sort()).toEqual(changed.sort());
    await page.getByRole('link', { name: 'Show it as it is now' }).click();
    await expect(shown).toContainText('£49');
    await expect(shown).not.toContainText('£48');
    await expect(notice).toHaveCount(0);
    await becomeIdle(otherTab);
    await otherTab.waitForFunction(() => document.querySelector('script[type=speculationrules]'));
    await expect(otherTab.locator('.kept-notice'), 'its page is the same').toHaveCount(0);
    await otherTab.goto(prices);
    await expect(otherTab.getByRole('main')).toContainText('£49');
    await otherTab.close();
  });

  await test.step('also if another tab has already fetched the update', async () => {
    const late = await context.newPage();
    // It is not idle until the other tab is finished.
    await delayIdle(late);
    // Before the price changes: a browser may look for a new worker by itself, a second after an earlier visit.
    await late.goto(prices);
    await expect(late.getByRole('main')).toContainText('£49');
    await publishPrice('£49', '£46');
    await page.goto(`${line.url}/faq`);
    await expectUpdate();
    await becomeIdle(late);
    await expect(late.getByRole('status')).toContainText('This page has changed since.');
    await late.close();
  });

  await test.step('with data saver nothing is fetched, and pages are current', async () => {
    // The only tab.
    await page.goto('about:blank');
    await publishPrice('£46', '£47');
    const saving = await context.newPage();
    await saving.addInitScript(() => {
      const value = { saveData: true, effectiveType: '4g' };
      Object.defineProperty(Navigator.prototype, 'connection', { value });
    });
    await saving.goto(prices);
    await expect(saving.getByRole('status')).toContainText('This page has changed since.');
    line.recorded.length = 0;
    await saving.getByRole('link', { name: 'Show it as it is now' }).click();
    await expect(saving.getByRole('main')).toContainText('£47');
    await expect.poll(() => readRequests().includes('/sw.js')).toBe(true);
    await saving.waitForLoadState('networkidle');
    const { files } = readPrecache(site.dist);
    expect(readRequests().filter((path) => path in files)).toEqual(['/prices']);
    await saving.close();
  });

  await test.step('turned off, it all leaves the browser', async () => {
    // Its pages do not ask to be kept (layouts/PageLayout.astro).
    const change = (html: string) => html.replace(/ data-keep-pages="[^"]*"/, '');
    await publish({ change, worksOffline: false });
    const readWorkers = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await page.goto(prices);
    await expect.poll(() => readCaches(page)).toEqual([]);
    await expect.poll(readWorkers).toBe(0);
    const response = await page.goto(prices);
    expect(response?.fromServiceWorker()).toBe(false);
    await expect(page.locator('[src*="keep-pages"], [data-keep-pages]')).toHaveCount(0);
  });

  await line.cut();
  await server.stop();
  await site.remove();
});
