import type { Page, Response } from '@playwright/test';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { payButton } from './checkout/buyer.ts';

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
