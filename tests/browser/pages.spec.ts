import type { Page, Response } from '@playwright/test';
import { SIGNED_IN_PATHS } from '#domain/pages.ts';
import { pagePaths } from '../pages/built-site.ts';
import { expect, test } from '../support/event-reader.ts';
import { expectGoodLooks, expectToFit } from '../support/good-looks.ts';
import { findCutText, findSmallTargets, isAsBuilt, measureWidth, visitPage } from './page-checks.ts';

// Checks for every page. Each is opened once, because opening takes longer than checking. The checks are soft, so that
// one run lists all problems.

/** Pages that redirect visitors who have bought nothing or are not signed in. */
const REDIRECTS: Record<string, string> = {
  '/nordmann-branches/thank-you': '/nordmann-branches',
  ...Object.fromEntries(SIGNED_IN_PATHS.map((path) => [path, '/admin/sign-in'])),
};

for (const path of pagePaths()) {
  test.describe(path, () => {
    test.use({ expectedMessages: path === '/404' ? /404 \(Not Found\)/ : /(?!)/ });

    test('answers, counts one visit, and fits every width, colour scheme and finger', async ({
      page,
      readEvents,
    }) => {
      await page.setViewportSize({ width: 390, height: 900 });
      const response = await visitPage(page, path);
      expect.soft(response?.status()).toBe(path === '/404' ? 404 : 200);
      await expectOwnRulesKept(page);
      const isSameWithoutScript = await isAsBuilt(page, (await response?.text()) ?? '');

      await expectGoodLooks(page);
      await expectToFit(page, 1920);
      await page.setViewportSize({ width: 390, height: 900 });
      expect.soft(await findSmallTargets(page), 'high enough for a finger').toEqual([]);

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect.soft(await measureWidth(page), 'with text at 200 %').toBeLessThanOrEqual(1280);
      expect.soft(await findCutText(page), 'cut off with text at 200 %').toEqual([]);

      const seen = REDIRECTS[path] ?? path;
      const label = seen.slice(1).replace(/\W/g, '_') || 'home';
      await expect
        .poll(() => readEvents().map((event) => [event.kind, event.path, event.label, event.region]))
        .toEqual([['view', path === '/404' ? '/no-such-page' : seen, label, 'Somerset']]);

      if (isSameWithoutScript) return;
      await test.step('without script', async () => {
        await visitWithoutScripts(page, path);
        await expectGoodLooks(page);
      });
    });
  });
}

/**
 * The policy allows the page's styles. The console reports what it blocks, also from islands that start when visible.
 */
async function expectOwnRulesKept(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState('networkidle');
  await expect.soft(page.locator('.skip-link')).toHaveCSS('position', 'absolute');
  await page.evaluate(() => scrollTo(0, 0));
}

/** Checks the page as it is if none of its scripts run. axe itself needs script, so it cannot be disabled. */
async function visitWithoutScripts(page: Page, path: string): Promise<Response | null> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script\b[\s\S]*?<\/script>/g, '');
    return route.fulfill({ response, body });
  });
  return visitPage(page, path);
}
