import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { SeoFigures } from '#domain/seo-figures.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, test } from '../support/test.ts';
import { TEST_CONTENT, TEST_DIST } from '../support/test-site.ts';

const TABS = ['Overview', 'Redirects', 'Performance'] as const;
const REDIRECTS: { from: string; to: string }[] = JSON.parse(
  readFileSync(`${TEST_CONTENT}/redirects.json`, 'utf8'),
);
const FIGURES = '/seo-figures.json';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh Checks' });
const running = (page: Page) => page.getByText('Running checks...');
/** The value beside a name, from the samples or from the build's own figures. */
const figure = (page: Page, list: 'samples' | 'own', name: string) =>
  page
    .getByRole('tabpanel')
    .locator('dl')
    .nth(list === 'samples' ? 0 : 1)
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .locator('dd');

async function expectSamples(page: Page): Promise<void> {
  for (const [name, value] of [
    ['Indexed pages', '12 Sample'],
    ['Sitemap', 'Valid Sample'],
    ['Mobile friendly', 'Yes Sample'],
    ['Broken links', '0 Sample'],
    ['Page speed', '87 of 100 Sample'],
  ] as const) {
    await expect(figure(page, 'samples', name), name).toHaveText(value, { useInnerText: true });
  }
  const speed = page.getByRole('progressbar', { name: 'Page speed, sample' });
  await expect(speed).toHaveAttribute('value', '87');
  await expect(speed).toHaveAttribute('max', '100');
}

async function expectRunning(page: Page): Promise<void> {
  await expect(running(page)).toBeVisible();
  await expect(figure(page, 'samples', 'Sitemap')).toHaveText('Pending Sample', {
    useInnerText: true,
  });
  await expect(figure(page, 'samples', 'Indexed pages')).toContainText('not known yet', {
    useInnerText: true,
  });
  await expect(page.getByRole('progressbar')).not.toHaveAttribute('value');
}

test('the checks load for 2 seconds, then show the samples and the time, and Refresh repeats this once', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-11-21T13:59:00Z') });
  await page.clock.pauseAt(new Date('2026-11-21T14:00:00Z'));
  await page.goto('/seo-monitor');
  await expect(page.getByText('Last checked: not yet')).toBeVisible();
  await expectRunning(page);
  await page.clock.runFor(1999);
  await expectRunning(page);
  await page.clock.runFor(1);
  await expectSamples(page);
  await expect(page.getByText('These figures are samples.')).toBeVisible();
  await expect(running(page)).toBeHidden();
  await expect(page.getByText('Last checked: 21 November 2026 at 14:00:02')).toBeVisible();

  // Clicked again during the checks, the button keeps the focus and does not restart them.
  await page.clock.runFor(60_000);
  await refresh(page).click();
  await page.clock.runFor(1500);
  await page.keyboard.press('Enter');
  await expect(refresh(page)).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(499);
  await expectRunning(page);
  await expect(page.getByText('Last checked: 21 November 2026 at 14:00:02')).toBeVisible();
  await page.clock.runFor(1);
  await expectSamples(page);
  await expect(page.getByText('Last checked: 21 November 2026 at 14:01:04')).toBeVisible();
  await expect(refresh(page)).toBeFocused();
});

const LONG = `/${'a-long-address'.repeat(6)}`;

test('broken links and redirects are listed, with their pages, and every tab looks good', async ({
  page,
}) => {
  const change: Partial<SeoFigures> = {
    brokenLinks: [
      { address: '/nowhere', problem: 'no-such-address', pages: ['/', '/faq', '/prices', '/visit'] },
      { address: '/faq#gone', problem: 'no-such-anchor', pages: ['/visit'] },
      { address: LONG, problem: 'no-such-address', pages: ['/faq'] },
    ],
    redirects: REDIRECTS.map((redirect, index) =>
      index === 0 ? { ...redirect, problem: 'no-such-anchor' } : redirect,
    ),
  };
  await page.route(FIGURES, async (route) => {
    const figures: SeoFigures = await (await route.fetch()).json();
    await route.fulfill({ json: { ...figures, ...change } });
  });
  await page.goto('/seo-monitor');
  await expect(figure(page, 'own', 'Broken links')).toHaveText('3');
  await expect(page.getByRole('list', { name: 'Broken links' }).getByRole('listitem')).toHaveText([
    '/nowhere: there is no such page or file. Linked from /, /faq, /prices and 1 more.',
    '/faq#gone: there is no such anchor on that page. Linked from /visit.',
    `${LONG}: there is no such page or file. Linked from /faq.`,
  ]);
  await expect(figure(page, 'own', 'Redirects that work')).toHaveText(
    `${REDIRECTS.length - 1} of ${REDIRECTS.length}`,
  );
  await tab(page, 'Redirects').click();
  await expect(page.getByRole('table', { name: 'Redirects' }).locator('tbody td:last-child')).toHaveText(
    REDIRECTS.map((_, index) =>
      index === 0 ? '301, but there is no such anchor on that page' : '301, arrives',
    ),
  );
  for (const name of TABS) {
    await tab(page, name).click();
    if (name === 'Overview') await expectSamples(page);
    if (name === 'Performance') await page.getByRole('button', { name: 'Connect a search' }).click();
    await expectGoodLooks(page);
  }
});

test('the tabs and their content work by keyboard, with the build’s own figures', async ({ page }) => {
  await page.goto('/seo-monitor');
  await expect(panel(page, 'Overview')).toBeVisible();
  // faq-search.spec.ts has all keys of the same tabs.
  await tab(page, 'Overview').focus();
  await page.keyboard.press('ArrowRight');
  // One tab stop, then the panel.
  await page.keyboard.press('Tab');
  await expect(panel(page, 'Redirects')).toBeFocused();

  await test.step('the build’s own figures are shown, the heaviest pages first', async () => {
    // tests/build/seo-figures.spec.ts shows that they are true.
    const figures = JSON.parse(readFileSync(`${TEST_DIST}${FIGURES}`, 'utf8')) as SeoFigures;
    await tab(page, 'Overview').click();
    for (const [name, value] of [
      ['Pages in the sitemap', figures.sitemapPages],
      ['Pages built', figures.pageWeights.length],
      ['Redirects that work', `${REDIRECTS.length} of ${REDIRECTS.length}`],
      ['Broken links', 0],
    ] as const) {
      await expect(figure(page, 'own', name), name).toHaveText(String(value));
    }
    await expect(figure(page, 'own', 'All pages together')).toHaveText(/^\d+\.\d kB$/);
    await tab(page, 'Performance').click();
    const rows = panel(page, 'Performance').locator('tbody tr');
    await expect(rows.getByRole('rowheader')).toHaveText(figures.pageWeights.map((each) => each.page));
    const kilobytes = (figures.pageWeights[0]?.bytes ?? 0) / 1000;
    await expect(rows.first().getByRole('cell')).toHaveText(`${kilobytes.toFixed(1)} kB`);
  });

  await test.step('the buttons for other tools say that none is connected, and where to do it', async () => {
    await page.getByRole('button', { name: 'Connect a search-console tool' }).click();
    const answer = panel(page, 'Performance').locator(':popover-open');
    await expect(answer).toContainText('No search-console tool is connected.');
    await expect(answer).toContainText('https://www.example.com/sitemap-index.xml');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Connect an analytics tool' }).press('Enter');
    await expect(answer).toContainText('No analytics tool is connected.');
    await expect(answer).toContainText('content/farm.json');
  });

  await test.step('a URL opens its tab', async () => {
    await page.goto('about:blank');
    await page.goto('/seo-monitor#performance');
    await expect(panel(page, 'Performance')).toBeVisible();
  });
});

test.describe('when the figures cannot be loaded', () => {
  test.use({ expectedMessages: /status of 503 .*seo-figures\.json/ });

  test('a message appears with the samples, and Refresh tries again', async ({ page }) => {
    const message = page.getByText('This build’s own figures could not be read.');
    const redirects = panel(page, 'Redirects').locator('tbody tr');
    await page.route(FIGURES, (route) => route.fulfill({ status: 503, body: 'down' }));
    await page.goto('/seo-monitor');
    await expect(message).toBeVisible();
    await page.unroute(FIGURES);
    await expectSamples(page);
    await tab(page, 'Redirects').click();
    await expect(redirects.first()).toHaveText('/christmas-trees / 301');
    await refresh(page).click();
    await expect(redirects.first()).toHaveText('/christmas-trees / 301, arrives');
    await tab(page, 'Overview').click();
    await expect(message).toBeHidden();
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the samples and redirects are shown, the tabs open and close, and the figures are a file', async ({
    page,
  }) => {
    await page.goto('/seo-monitor');
    await expect(page.locator('dl').first()).toHaveText(
      'Indexed pages 12 Sample Sitemap Valid Sample Mobile friendly Yes Sample Broken links 0 Sample Page speed 87 of 100 Sample',
      { useInnerText: true },
    );
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeHidden();
    await expect(page.getByText('This build’s own figures', { exact: true })).toBeHidden();
    await page.locator('summary', { hasText: 'Redirects' }).click();
    await expect(page.getByRole('table', { name: 'Redirects' }).locator('tbody tr')).toHaveText(
      REDIRECTS.map(({ from, to }) => `${from} ${to} 301`),
    );
    // Found by element, because Playwright ignores text in a noscript.
    await expect(page.locator('noscript p')).toContainText('The checks run in your browser and need');
    await page.locator('noscript a').click();
    await expect(page.locator('body')).toContainText('"sitemapPages"');
  });
});
