import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { PHONE } from '../support/visit-figures.ts';

test.use({ ...PHONE });

/** Pictures far down the page, in parts that the browser skips until somebody comes near. */
const countLeftOut = (page: Page) =>
  page.evaluate(
    () =>
      [...document.images].filter((image) => !image.checkVisibility({ contentVisibilityAuto: true })).length,
  );
const waitForFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const readHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

for (const path of ['/', '/pick-your-own']) {
  test(`${path} keeps its height while its pictures load, and keeps loaded pictures`, async ({ page }) => {
    await page.goto(path);
    await expect.poll(() => countLeftOut(page)).toBeGreaterThan(0);
    const height = await readHeight(page);
    for (let y = 0; y < height; y += PHONE.viewport.height) {
      await page.evaluate((top) => scrollTo(0, top), y);
      await waitForFrames(page);
    }
    await expect.poll(() => countLeftOut(page)).toBe(0);
    expect(await readHeight(page)).toBe(height);
    await page.evaluate(() => scrollTo(0, 0));
    await waitForFrames(page);
    expect(await countLeftOut(page)).toBe(0);
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('every picture of the home page is shown', async ({ page }) => {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const places = page.locator('main .place');
    expect(await places.count()).toBeGreaterThan(10);
    for (const place of await places.all()) {
      expect(await place.evaluate((each) => getComputedStyle(each).contentVisibility)).toBe('visible');
    }
  });
});
