import type { Page } from '@playwright/test';
import { CONSENT_KEY } from '../../src/domain/analytics.ts';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { extendedTest as base, expect } from '../support/test.ts';

const HOST = 'https://stats.example.com';

/** The company's script: reads its id, and reports in every way that such scripts use. */
const SCRIPT = `{
  const { site } = document.currentScript.dataset;
  new Image().src = '${HOST}/pixel?site=' + site;
  navigator.sendBeacon('${HOST}/beacon', site);
  document.documentElement.dataset.statistics = site;
}`;

/** The real pages, built with a third party's statistics, and every URL of that party that was requested. */
const test = base.extend<{ asked: string[] }>({
  asked: async ({ context }, use) => {
    const asked: string[] = [];
    await context.route(`${HOST}/**`, (route) => {
      const { pathname, search } = new URL(route.request().url());
      asked.push(pathname + search);
      return pathname === '/script.js'
        ? route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
        : route.fulfill({ status: 204 });
    });
    await use(asked);
  },
});

const EVERYTHING = ['/beacon', '/pixel?site=farm-17', '/script.js'];
const notice = (page: Page) => page.getByRole('complementary', { name: 'Visit statistics' });
const readConsent = (page: Page) => page.evaluate((key) => localStorage.getItem(key), CONSENT_KEY);

test('nothing is requested from the company before the visitor accepts, nor after a refusal, and the answer can be changed', async ({
  page,
  context,
  asked,
}) => {
  await test.step('the question looks good, its answers equally important, and who declines is not asked again', async () => {
    await page.goto('/faq');
    await expect(notice(page)).toContainText('stats.example.com');
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 320, height: 640 });
    const boxes = await Promise.all(
      ['Accept', 'Decline'].map(async (name) => {
        const button = notice(page).getByRole('button', { name });
        const style = await button.evaluate((element) => {
          const { color, backgroundColor, fontSize } = getComputedStyle(element);
          return { color, backgroundColor, fontSize };
        });
        const { width, height } = (await button.boundingBox()) ?? {};
        return { style, width, height };
      }),
    );
    expect(boxes[0]).toEqual(boxes[1]);
    expect(boxes[0]?.height).toBeGreaterThanOrEqual(44);
    const { height = 900 } = (await notice(page).boundingBox()) ?? {};
    expect(height, 'most of a small screen stays free').toBeLessThan(260);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    // A focused element at the bottom edge is not covered by the question.
    const last = page.locator('footer').getByRole('link', { name: 'Privacy' });
    await last.focus();
    const measureRoom = () =>
      last.evaluate((link) => {
        const question = document.querySelector('[data-consent]') as Element;
        return question.getBoundingClientRect().top - link.getBoundingClientRect().bottom;
      });
    await expect.poll(measureRoom).toBeGreaterThanOrEqual(0);

    await notice(page).getByRole('button', { name: 'Decline' }).click();
    await expect(notice(page)).toBeHidden();
    await page.goto('/prices');
    await page.waitForLoadState('networkidle');
    await expect(notice(page)).toBeHidden();
    expect(await readConsent(page)).toBe('declined');
    expect(asked).toEqual([]);
  });

  await test.step('on /privacy by keyboard, which loads nothing itself', async () => {
    await page.goto('/privacy');
    await expect(notice(page)).toHaveCount(0);
    const accept = page.getByRole('radio', { name: 'Accept' });
    const decline = page.getByRole('radio', { name: 'Decline' });
    await expect(decline).toBeChecked();
    await decline.focus();
    await page.keyboard.press('ArrowUp');
    await expect(accept).toBeChecked();
    await expect(page.getByRole('status')).toHaveText('Saved in this browser.');
    await expectGoodLooks(page, 'main');
    await accept.focus();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);

    const other = await context.newPage();
    await other.goto('/prices');
    await expect.poll(() => asked.toSorted()).toEqual(EVERYTHING);
    await page.bringToFront();
    await page.keyboard.press('ArrowDown');
    await expect(decline).toBeChecked();
    await other.reload();
    await other.waitForLoadState('networkidle');
    expect(asked).toHaveLength(EVERYTHING.length);
    await expect(notice(other)).toBeHidden();
    await other.close();
  });

  await test.step('who accepts is where they were, and loads all that the script needs, until they are not counted', async () => {
    // As on a first visit.
    await page.evaluate(() => localStorage.clear());
    await page.goto('/visit');
    await notice(page).getByRole('button', { name: 'Accept' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-statistics', 'farm-17');
    await expect(notice(page)).toBeHidden();
    await expect(page.locator('#main')).toBeFocused();
    await page.goto('/privacy');
    // analytics.spec.ts has all reasons for not being counted: then nobody is asked or reported, even after accepting.
    await page.getByRole('checkbox', { name: /^Don’t count/ }).check();
    await expect(page.getByRole('radio', { name: 'Accept' })).toBeDisabled();
    asked.length = 0;
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await expect(notice(page)).toBeHidden();
    expect(asked).toEqual([]);
  });
});

test('a page from the back/forward cache respects a later refusal', async ({ playwright, baseURL }) => {
  const browser = await playwright.chromium.launch({
    executablePath: findChromium() ?? '',
    args: chromiumArguments(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage();
  await page.route(`${HOST}/**`, (route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPT }));
  await page.goto(`${baseURL}/prices`);
  await notice(page).getByRole('button', { name: 'Accept' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-statistics', 'farm-17');
  await page.goto(`${baseURL}/privacy`);
  await page.getByRole('radio', { name: 'Decline' }).check();
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(/prices$/);
  await expect(page.locator('html')).not.toHaveAttribute('data-statistics');
  await browser.close();
});
