import { PRIVATE_PATHS } from '../../src/domain/pages.ts';
import { type RecordingProxy, startRecordingProxy } from '../support/recording-proxy.ts';
import { test as base, expect } from '../support/test.ts';

interface Fixtures {
  line: RecordingProxy;
  /** Names of the page views that the service has stored. */
  readViews: () => string[];
}

// Without a worker (playwright.config.ts), so that prerendering reaches the service.
const test = base.extend<Fixtures>({
  line: async ({ siteUrl }, use) => {
    const line = await startRecordingProxy(siteUrl);
    await use(line);
    await line.cut();
  },
  readViews: ({ readEvents }, use) => use(() => readEvents().map(({ label }) => label)),
  baseURL: ({ line }, use) => use(line.url),
});

const RULES = 'script[type=speculationrules]';
const readPrepared = (line: RecordingProxy) => line.recorded.filter(({ purpose }) => purpose !== undefined);

test('the next page is prerendered while the mouse is over its link, and counts when it is shown', async ({
  page,
  line,
  readViews,
}) => {
  await page.goto('/care-guide');
  await expect.poll(readViews).toEqual(['care_guide']);
  await expect(page.locator(RULES)).toHaveCount(1);
  const link = page.locator('footer').getByRole('link', { name: 'Directions' });
  await link.hover();
  await expect
    .poll(() => readPrepared(line))
    .toContainEqual(
      expect.objectContaining({ method: 'GET', path: '/directions', purpose: 'prefetch;prerender' }),
    );
  // Anything that the prerendered page sent by then is stored before this response.
  await page.evaluate(() => fetch('/healthz'));
  expect(readViews()).toEqual(['care_guide']);
  await link.click();
  await expect(page).toHaveURL('/directions');
  await expect.poll(readViews).toEqual(['care_guide', 'directions']);
});

test('private pages, the shop, queries and files are not prerendered', async ({ page, context }) => {
  const forbidden = [
    ...PRIVATE_PATHS.flatMap((address) => [address, `${address}/more`]),
    '/nordmann-branches',
    '/prices?from=a-friend',
    '/site.webmanifest',
    'https://social.example.com/otter-lane',
  ];
  // Read from the browser, which lists the links it would prerender, because hovering for long enough would need a
  // clock.
  let prepared: string[] = [];
  const devtools = await context.newCDPSession(page);
  devtools.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
    prepared = preloadingAttemptSources.map(({ key }) => key.url);
  });
  await devtools.send('Preload.enable');
  await page.goto('/care-guide');
  await expect(page.locator(RULES)).toHaveCount(1);
  await page.evaluate(
    (addresses) => {
      const links = addresses.map((href) => Object.assign(document.createElement('a'), { href, text: href }));
      document.querySelector('main')?.prepend(...links);
    },
    [...forbidden, '/wholesale#its-link-is-new'],
  );
  const origin = new URL(page.url()).origin;
  await expect.poll(() => prepared).toContain(`${origin}/wholesale#its-link-is-new`);
  const urls = forbidden.map((address) => new URL(address, origin).href);
  expect(prepared.filter((url) => urls.includes(url))).toEqual([]);
});

test('a prerendered page starts no island and keeps no pages', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto('/nordmann-branches?success=true&orderNumber=BB-7F3M-2Q9');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => path.includes('OrderOutcome'))).toEqual([]);
  await expect(page.locator(RULES)).toHaveCount(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await expect(page.getByText('Your order number is BB-7F3M-2Q9')).toBeVisible();
  await expect(page.locator(RULES)).toHaveCount(1);
});
