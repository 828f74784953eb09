import type { Page, Response } from '@playwright/test';
import { SIGNED_IN_PATHS } from '#domain/pages.ts';
import { pagePaths } from '../pages/built-site.ts';
import { expect, test } from '../support/event-reader.ts';
import { expectGoodLooks, expectToFit } from '../support/good-looks.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { payButton } from './checkout/buyer.ts';

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

// Checks of the current state of a page.

const TARGET_PIXELS = 44;

export async function measureWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Links and controls that are too small for a finger. Links within text may be as high as its lines (WCAG 2.5.8). */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const isInSentence = (element: Element) => {
      const block = element.closest('p, li, dd, td, figcaption, address');
      const own = element.textContent?.trim().length ?? 0;
      return element.matches('a') && block !== null && (block.textContent?.trim().length ?? 0) > own + 3;
    };
    return [...document.querySelectorAll('a[href], button, summary, input, select, textarea')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !isInSentence(element) && !element.closest('[aria-hidden="true"]'))
      .map((element) => element.closest('label') ?? element)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.right > 0 && box.bottom > 0)
      .filter(({ box }) => box.height < least - 0.5)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} is ${Math.round(box.height)} px high`);
  }, TARGET_PIXELS);
}

/** Texts that are wider than the element that clips them. */
export async function findCutText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, h1, h2, h3, p, th, td')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).overflow === 'hidden')
      .filter((element) => !element.matches('.visually-hidden, .visually-hidden *'))
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

/** Whether scripts have changed nothing visible, so that a visit without script shows the same. */
export async function isAsBuilt(page: Page, html: string): Promise<boolean> {
  return page.evaluate((built) => {
    const read = ({ documentElement }: Document) => {
      const copy = documentElement.cloneNode(true) as Element;
      for (const each of copy.querySelectorAll('script, noscript, link')) each.remove();
      return copy.outerHTML.replace(/\s+/g, ' ').replaceAll('> ', '>').replaceAll(' <', '<');
    };
    return read(document) === read(new DOMParser().parseFromString(built, 'text/html'));
  }, html);
}

/**
 * Opens any page of the site like a visitor who belongs there, because the checkout redirects visitors without an
 * order.
 */
export async function visitPage(page: Page, path: string): Promise<Response | null> {
  if (path === CHECKOUT) await seedOrder(page, makeOrder());
  const response = await page.goto(path === '/404' ? '/no-such-page' : path);
  const hasScript = (await page.locator('script').count()) > 0;
  if (path === CHECKOUT && hasScript) await payButton(page).waitFor();
  return response;
}
