import type { Page, Response } from '@playwright/test';
import { SIGNED_IN_PATHS } from '#domain/pages.ts';
import { pagePaths } from '../pages/built-site.ts';
import { findViolations } from '../support/axe.ts';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { expectGoodLooks, expectToFit } from '../support/good-looks.ts';
import { expectWithinBudget } from '../support/page-budgets.ts';
import {
  findCutText,
  findSmallTargets,
  isAsBuilt,
  listFaults,
  listLeftOver,
  listSeenTwice,
  measureWidth,
} from '../support/page-faults.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { expect, test } from '../support/test.ts';
import { PHONE, setTextSize, watchVisit } from '../support/visit-figures.ts';
import { payButton } from './checkout/buyer.ts';

// Checks for every page. Each is opened once, because opening takes longer than checking. The checks are soft, so that
// one run lists all problems.

/** Pages with cards or points side by side. */
const WITH_CARDS = [
  '/about-us',
  '/book-now',
  '/care-guide',
  '/christmas-trees-somerset',
  '/contact-us',
  '/pick-your-own',
  '/tree-stands',
  '/visit',
  '/wholesale',
];

/** Pages of each kind, whose words are long and large: WCAG 2.2, 1.4.4 and 1.4.10. */
const WITH_MUCH_TEXT = [
  ...['/', '/visit', '/prices', '/contact-us', '/book-now', '/about-us', '/faq', '/tree-stands', '/privacy'],
  ...['/directions', '/nordmann-branches', '/christmas-trees-taunton'],
];

/** Those that lead a visitor on, and of the towns’ all but one with a guide to its trees and one without. */
const LIKE_OTHERS = [
  ...SIGNED_IN_PATHS,
  '/nordmann-branches/thank-you',
  '/christmas-trees-bridgwater',
  '/christmas-trees-burnham-on-sea',
];

test.use({
  viewport: PHONE.viewport,
  deviceScaleFactor: PHONE.deviceScaleFactor,
  launchOptions: {
    executablePath: findChromium() ?? '',
    // Makes Chromium assume the slowest connection, where it loads lazy pictures from furthest away.
    args: [...chromiumArguments(), '--force-effective-connection-type=Slow-2G'],
  },
});

for (const path of pagePaths().filter((each) => !LIKE_OTHERS.includes(each))) {
  test.describe(path, () => {
    test.use({ expectedMessages: path === '/404' ? /404 \(Not Found\)/ : /(?!)/ });

    test('stays within its budget, moves nothing, counts one visit, and fits every width, text size, colour scheme and finger', async ({
      page,
      readEvents,
    }) => {
      const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
      const response = await visitPage(page, path);
      expect.soft(response?.status()).toBe(path === '/404' ? 404 : 200);
      await page.waitForLoadState('networkidle');
      await expectWithinBudget(page, path, readFigures);
      // The policy allows the page's styles. The console reports what it blocks, also from islands that start when visible.
      await expect.soft(page.locator('.skip-link')).toHaveCSS('position', 'absolute');
      const isSameWithoutScript = await isAsBuilt(page, (await response?.text()) ?? '');

      await expectGoodLooks(page);
      await expectToFit(page, 1920);
      await page.setViewportSize({ width: 390, height: 900 });
      expect.soft(await findSmallTargets(page), 'high enough for a finger').toEqual([]);
      if (!/^\/(404|admin)/.test(path))
        expect.soft(await listSeenTwice(page), 'no picture is seen twice within two screens').toEqual([]);
      for (const width of WITH_CARDS.includes(path) ? [768, 1280] : []) {
        await page.setViewportSize({ width, height: 900 });
        expect
          .soft(await listLeftOver(page), `no card is left over in a row of its own, ${width} px`)
          .toEqual([]);
      }

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect.soft(await measureWidth(page), 'with text at 200 %').toBeLessThanOrEqual(1280);
      expect.soft(await findCutText(page), 'cut off with text at 200 %').toEqual([]);
      await page.evaluate(() => document.documentElement.removeAttribute('style'));
      await page.setViewportSize({ width: 390, height: 664 });
      if (!path.startsWith('/admin')) {
        await setTextSize(page, 32);
        expect.soft(await page.evaluate(listFaults), 'on a phone with text at 200 %').toEqual([]);
        await setTextSize(page, 16);
      }
      if (WITH_MUCH_TEXT.includes(path)) await expectRoomForText(page);

      const seen = path === '/404' ? '/no-such-page' : path;
      const label = path.slice(1).replace(/\W/g, '_') || 'home';
      await expect
        .poll(() => readEvents().map((event) => [event.kind, event.path, event.label, event.region]))
        .toEqual([['view', seen, label, 'Somerset']]);

      if (isSameWithoutScript) return;
      await test.step('without script', async () => {
        await visitWithoutScripts(page, path);
        await expectToFit(page, 390);
        expect.soft(await findViolations(page), 'without script').toEqual([]);
      });
    });
  });
}

/** However narrow its window or long its words, the page does not scroll sideways. */
async function expectRoomForText(page: Page): Promise<void> {
  await expectToFit(page, 280);
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .locator('main :is(h1, h2, h3, p, li, summary, dd, address, tbody th:not(:has(svg)))')
    .evaluateAll((elements) => {
      for (const element of elements) element.append(` ${'Evergreen'.repeat(9)}`);
    });
  expect.soft(await measureWidth(page), 'with words of 80 letters').toBeLessThanOrEqual(390);
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

/**
 * Opens any page of the site like a visitor who belongs there, because the checkout redirects visitors without an
 * order.
 */
async function visitPage(page: Page, path: string): Promise<Response | null> {
  if (path === CHECKOUT) await seedOrder(page, makeOrder());
  const response = await page.goto(path === '/404' ? '/no-such-page' : path);
  const hasScript = (await page.locator('script').count()) > 0;
  if (path === CHECKOUT && hasScript) await payButton(page).waitFor();
  return response;
}
