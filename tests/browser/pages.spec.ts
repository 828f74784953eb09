import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { pagePaths } from '../pages/built-site.ts';
import { expect, test } from '../support/test.ts';
import { visitPage } from './visit-page.ts';

const WIDTHS = [390, 1280];

/** What stands in the page when none of its scripts run. axe itself needs script, so it cannot be switched off. */
async function withoutScripts(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script\b[\s\S]*?<\/script>/g, '');
    return route.fulfill({ response, body });
  });
}

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with script' : 'without script', () => {
    for (const path of pagePaths().filter((each) => each !== '/404')) {
      test(`${path} answers, has no axe violation and does not scroll sideways`, async ({ page }) => {
        if (!hasScripts) await withoutScripts(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const response = await visitPage(page, path);
          expect(response?.status()).toBe(200);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
          const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(width);
        }
      });
    }
  });
}
