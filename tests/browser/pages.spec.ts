import type { Page, Response } from '@playwright/test';
import { SIGNED_IN_PATHS } from '#domain/pages.ts';
import { pagePaths } from '../pages/built-site.ts';
import { findViolations } from '../support/axe.ts';
import { expectGoodLooks, expectToFit } from '../support/good-looks.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { expect, test } from '../support/test.ts';
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

for (const path of pagePaths().filter((each) => !LIKE_OTHERS.includes(each))) {
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

/** However narrow its window or long its words, the page does not scroll sideways; large-text.spec.ts has large text. */
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

/** What stands in the last row of cards or points, if the row is not as full as the one above it. */
const listLeftOver = (page: Page) =>
  page.evaluate(() => {
    const groups = document.querySelectorAll('main :is(.points, .cards, .band > .wrap)');
    return [...groups].flatMap((group) => {
      const boxes = [...group.children]
        .map((child) => ({
          text: child.textContent?.trim().slice(0, 40),
          box: child.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0);
      const first = boxes.filter(({ box }) => box.top === boxes[0]?.box.top);
      const last = boxes.filter(({ box }) => box.top === boxes.at(-1)?.box.top);
      const isFull = Math.abs((last.at(-1)?.box.right ?? 0) - (first.at(-1)?.box.right ?? 0)) < 2;
      return isFull ? [] : last.map(({ text }) => text);
    });
  });

/** Pictures that stand again less than two screens below. */
const listSeenTwice = (page: Page) =>
  page.evaluate(() => {
    const seen = new Map<string, number>();
    return [...document.querySelectorAll('main .drawing')].flatMap((picture) => {
      const { top, height } = picture.getBoundingClientRect();
      const name = picture.getAttribute('src') ?? picture.innerHTML;
      const last = seen.get(name);
      if (height === 0) return [];
      seen.set(name, top);
      return last !== undefined && top - last < 2 * innerHeight
        ? [`${name.slice(0, 60)} at ${Math.round(top)}`]
        : [];
    });
  });
