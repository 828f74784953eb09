import { join } from 'node:path';
import { listKeys, readCaches, readKeptSite, visitAndKeep } from '../support/kept-site.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { type RecordingProxy, startRecordingProxy } from '../support/recording-proxy.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { expect, test } from '../support/test.ts';

// The real pages, built anew for real while a browser has the old ones.
test.describe.configure({ mode: 'serial', timeout: 240_000 });
test.use({ serviceWorkers: 'allow' });

let project: ProjectCopy;
let dist: string;
let server: SiteServer;
let line: RecordingProxy;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  project = await ProjectCopy.create();
  dist = join(project.dir, 'dist');
  // And not a copy of ours: Astro names its islands after the folder that they were built in.
  await build();
  server = await startSiteServer({ DIST_DIR: dist });
  line = await startRecordingProxy(server.url);
});

test.afterAll(async () => {
  await line.cut();
  await server.stop();
  await project.remove();
});

async function build(): Promise<void> {
  const { code, output } = await project.run('src/build/build-site.ts');
  expect(code, output).toBe(0);
}

/** Builds, and waits until the service has it. */
async function publish(): Promise<void> {
  const before = await (await fetch(`${line.url}/sw.js`)).text();
  await build();
  await expect.poll(async () => (await fetch(`${line.url}/sw.js`)).text()).not.toBe(before);
}

test('a changed price reaches an open tab, and only the pages that changed are fetched', async ({
  page,
  context,
}) => {
  const before = readKeptSite(dist);
  await visitAndKeep(page, `${line.url}/care-guide`, dist);
  const otherTab = await context.newPage();
  await otherTab.goto(`${line.url}/faq`);
  const shown = page.getByRole('main');
  await project.replace('content/prices/standard.json', '"£48"', '"£49"');
  await publish();
  const after = readKeptSite(dist);
  const changed = Object.keys(after.files).filter((path) => after.files[path] !== before.files[path]);
  expect(changed).toContain('/prices');
  expect(changed).not.toContain('/faq');

  line.recorded.length = 0;
  const response = await page.goto(`${line.url}/prices`);
  expect(response?.fromServiceWorker()).toBe(true);
  await expect(shown).toContainText('£48');
  await expect(page.getByRole('status')).toHaveText('This page has changed since. Show it as it is now');
  await expect.poll(() => readCaches(page)).toEqual(listKeys(after));
  const fetched = line.recorded.map(({ path }) => path).filter((path) => path in after.files);
  expect(fetched.sort()).toEqual(changed.sort());

  await page.getByRole('link', { name: 'Show it as it is now' }).click();
  await expect(shown).toContainText('£49');
  await expect(shown).not.toContainText('£48');
  await expect(page.getByRole('status')).toHaveCount(0);
  await expect(otherTab.locator('.kept-notice'), 'its page is the same').toHaveCount(0);
  await otherTab.goto(`${line.url}/prices`);
  await expect(otherTab.getByRole('main')).toContainText('£49');
});

test('a page that shows what was is told so, even when another tab has had all of it fetched by then', async ({
  page,
  context,
}) => {
  await visitAndKeep(page, `${line.url}/care-guide`, dist);
  await project.replace('content/prices/standard.json', '"£49"', '"£46"');
  await publish();
  // The browser has no time for the page's script until the other tab is done.
  await page.addInitScript(() => {
    Object.assign(window, {
      requestIdleCallback: (then: () => void) => Object.assign(window, { becomeIdle: then }),
    });
  });
  await page.goto(`${line.url}/prices`);
  await expect(page.getByRole('main')).toContainText('£49');
  await (await context.newPage()).goto(`${line.url}/faq`);
  await expect.poll(() => readCaches(page)).toEqual(listKeys(readKeptSite(dist)));
  await page.evaluate(() => (window as unknown as { becomeIdle(): void }).becomeIdle());
  await expect(page.getByRole('status')).toContainText('This page has changed since.');
});

test('on data saver a new build is not fetched, and its pages are shown as they are now', async ({
  page,
}) => {
  await visitAndKeep(page, `${line.url}/care-guide`, dist);
  await project.replace('content/prices/standard.json', '"£46"', '"£47"');
  await publish();
  await page.addInitScript(() => {
    const value = { saveData: true, effectiveType: '4g' };
    Object.defineProperty(Navigator.prototype, 'connection', { value });
  });
  await page.goto(`${line.url}/prices`);
  await expect(page.getByRole('status')).toContainText('This page has changed since.');
  line.recorded.length = 0;
  await page.getByRole('link', { name: 'Show it as it is now' }).click();
  await expect(page.getByRole('main')).toContainText('£47');
  await expect.poll(() => line.recorded.some(({ path }) => path === '/sw.js')).toBe(true);
  await page.waitForLoadState('networkidle');
  const { files } = readKeptSite(dist);
  expect(line.recorded.map(({ path }) => path).filter((path) => path in files)).toEqual(['/prices']);
});

test('a farm that turns it off leaves nothing of it in the browser', async ({ page }) => {
  await visitAndKeep(page, `${line.url}/care-guide`, dist);
  await project.replace('content/farm.json', '"notices": []', '"worksOffline": false, "notices": []');
  await publish();
  await page.goto(`${line.url}/prices`);
  await expect.poll(() => readCaches(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  const response = await page.goto(`${line.url}/prices`);
  expect(response?.fromServiceWorker()).toBe(false);
  await expect(page.locator('[data-src*="keep-pages"]')).toHaveCount(0);
});
