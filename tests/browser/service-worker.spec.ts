import { openSignedIn } from '../support/admin-page.ts';
import { findViolations } from '../support/axe.ts';
import {
  listKeys,
  readCaches,
  readPrecache,
  readServedPrecache,
  readShifts,
  visitAndKeep,
  watchShifts,
} from '../support/precache.ts';
import { type RecordingProxy, startRecordingProxy } from '../support/recording-proxy.ts';
import { expect, SERVICE_GONE, test as shopTest } from '../support/shop.ts';
import { test as base } from '../support/test.ts';

/** The real service, behind a connection that a test can cut. */
const test = base.extend<{ line: RecordingProxy }>({
  line: async ({ siteUrl }, use) => {
    const line = await startRecordingProxy(siteUrl);
    await use(line);
    await line.cut();
  },
  baseURL: ({ line }, use) => use(line.url),
});

test.use({
  serviceWorkers: 'allow',
  // The cut connection, drawings without room, and the thank-you page of an unknown payment.
  expectedMessages: new RegExp(`ERR_FAILED|fetching the script|404 \\(Not Found\\)|${SERVICE_GONE.source}`),
});

const contentPages = Object.keys(readPrecache().files).filter(
  (path) => !path.includes('.') && path !== '/offline',
);

test('offline, the content pages open as they are, prices say how old they are, and the rest whom to call', async ({
  page,
  line,
}) => {
  await watchShifts(page);
  await visitAndKeep(page);
  const online = await fetch(`${line.url}/prices`);

  await test.step('a second visit only asks whether there is a newer site, and for the notices of now', async () => {
    line.recorded.length = 0;
    await page.goto('/prices');
    await expect.poll(() => line.recorded.some(({ path }) => path === '/sw.js')).toBe(true);
    await expect(page.getByRole('status')).toHaveCount(0);
    const asked = line.recorded.map(({ path }) => path).filter((path) => path !== '/api/events');
    expect(new Set(asked)).toEqual(new Set(['/sw.js', '/notices.json']));
  });

  await line.cut();
  for (const path of contentPages) {
    const response = await page.goto(path);
    expect(response?.fromServiceWorker(), path).toBe(true);
    await expect(page.locator('html')).toHaveAttribute('data-page', path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path !== '/prices') continue;
    const headers = await response?.allHeaders();
    for (const name of ['content-security-policy', 'permissions-policy', 'x-content-type-options']) {
      expect(headers?.[name], name).toBe(online.headers.get(name));
    }
  }
  const drawings = Object.keys(readPrecache().files).filter((path) => path.endsWith('.svg'));
  expect(drawings.length).toBeGreaterThan(3);
  const widths = await page.evaluate(
    (paths) =>
      Promise.all(
        paths.map(async (src) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          return image.naturalWidth;
        }),
      ),
    drawings,
  );
  expect(Math.min(...widths)).toBeGreaterThan(0);

  await test.step('prices say when they were fetched, and nothing moves', async () => {
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1280],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/prices');
      const date = await page.evaluate(async () => {
        const kept = await caches.match('/prices', { ignoreSearch: true });
        return kept?.headers.get('Date') ?? '';
      });
      const inLondon = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Europe/London' }).format(new Date(date));
      await expect(page.getByRole('status')).toHaveText(
        `Prices as they were on ${inLondon({ dateStyle: 'long' })}, ${inLondon({ timeStyle: 'short' })}`,
      );
      await expect(page.locator('.kept-notice')).toBeInViewport({ ratio: 1 });
      expect(await findViolations(page, { within: '.kept-notice' })).toEqual([]);
      expect(await readShifts(page)).toEqual([]);
    }
    await page.goto('/care-guide');
    await page.waitForFunction(() => document.querySelector('script[src*="keep-pages"]'));
    await expect(page.getByRole('status')).toHaveCount(0);
  });

  await test.step('any other URL shows what can be read and whom to call', async () => {
    for (const path of [
      '/no-such-page',
      '/prices?from=a-friend',
      '/branch-box-checkout',
      '/order?key=somebody',
      '/nordmann-branches?success=true&orderNumber=BB-7F3M-2Q9',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection just now');
    }
    await expect(page.getByRole('main').getByRole('link', { name: 'Call 01632 960 214' })).toBeVisible();
    const kept = page.locator('[data-kept-pages]').getByRole('link');
    await expect(kept.filter({ visible: true })).toHaveCount(contentPages.length);
    expect(await findViolations(page, { within: 'main' })).toEqual([]);
    await page.evaluate(() =>
      caches.open('kept-pages').then((cache) => cache.delete('/faq', { ignoreSearch: true })),
    );
    await page.reload();
    await expect(kept.filter({ visible: true })).toHaveCount(contentPages.length - 1);
    await page.getByRole('main').getByRole('link', { name: 'Directions' }).click();
    await expect(page).toHaveURL('/directions');
  });
});

for (const [what, connection, isAsked] of [
  ['data saver', { saveData: true, effectiveType: '4g' }, false],
  ['a 2g connection', { saveData: false, effectiveType: '2g' }, true],
] as const) {
  test(`on ${what} nothing is precached`, async ({ page, context, line }) => {
    await context.addInitScript((value) => {
      Object.defineProperty(Navigator.prototype, 'connection', { value });
    }, connection);
    await page.goto('/prices');
    // Idle callbacks run in the order of their requests, so the page's script has run by then if it was going to.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle))));
    if (isAsked)
      await expect.poll(() => line.recorded.some(({ path }) => path.includes('keep-pages'))).toBe(true);
    await page.waitForLoadState('networkidle');
    const paths = line.recorded.map(({ path }) => path);
    expect(paths.filter((path) => path === '/sw.js' || path.includes('keep-pages'))).toHaveLength(
      isAsked ? 1 : 0,
    );
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
    expect(await readCaches(page)).toEqual([]);
    expect(await page.locator('script[type=speculationrules]').count()).toBe(0);
  });
}

shopTest('neither an order nor the farm’s own pages leave anything in a cache', async ({ page, shop }) => {
  await visitAndKeep(page);
  const answers: { path: string; fromWorker: boolean; control: string }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const control = response.headers()['cache-control'] ?? '';
    answers.push({ path: pathname, fromWorker: response.fromServiceWorker(), control });
  });
  await page.goto('/nordmann-branches?success=true&orderNumber=BB-7F3M-2Q9');
  await expect(page.getByText('Your order number is BB-7F3M-2Q9')).toBeVisible();
  await page.goto('/nordmann-branches/thank-you?session_id=cs_test_unknown');
  await openSignedIn(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await readCaches(page)).toEqual(listKeys(await readServedPrecache(page)));
  expect(answers.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/admin/account/sign-out', '/api/branch-boxes/orders']),
  );
  const isPrivate = /^\/(api|admin|nordmann-branches\/thank-you)/;
  for (const { path, fromWorker, control } of answers.filter((answer) => isPrivate.test(answer.path))) {
    if (path === '/api/events') continue;
    // Pages pass through it, so that they have one of ours when there is no line.
    if (path.startsWith('/api/')) expect(fromWorker, path).toBe(false);
    expect(control, path).toBe('no-store');
  }
  expect(shop.url).toBe(new URL(page.url()).origin);
});
