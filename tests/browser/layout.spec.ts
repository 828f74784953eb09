import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { pagePaths } from '../pages/built-site.ts';
import { expect, test } from '../support/test.ts';
import { visitPage } from './visit-page.ts';

const WIDTHS = [320, 390, 768, 1280, 1920];
const TARGET_PIXELS = 44;

test.use({ expectedMessages: /404 \(Not Found\)/ });

async function measureWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Links and controls that a finger would miss; links within a sentence are as high as its lines (WCAG 2.5.8). */
async function findSmallTargets(page: Page): Promise<string[]> {
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

for (const path of pagePaths()) {
  test(`${path} fits every width, and a finger`, async ({ page }) => {
    await visitPage(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await measureWidth(page), `${width} px`).toBeLessThanOrEqual(width);
      if (width === 390) expect(await findSmallTargets(page)).toEqual([]);
    }
  });

  test(`${path} can be read in the dark, and with text at 200 %`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await visitPage(page, path);
    const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
    expect(violations.map(({ nodes }) => nodes.map(({ target }) => target))).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await measureWidth(page)).toBeLessThanOrEqual(1280);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('a, button, summary, h1, h2, h3, p, th, td')]
        .filter((element) => element.checkVisibility() && getComputedStyle(element).overflow === 'hidden')
        .filter((element) => !element.matches('.visually-hidden, .visually-hidden *'))
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(cut).toEqual([]);
  });
}
