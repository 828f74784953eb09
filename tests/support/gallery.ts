import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startSiteServer } from './site-server.ts';
import { test as base, expect } from './test.ts';
import { EXTENDED_DIST } from './test-site.ts';

const FONT = resolve(
  import.meta.dirname,
  '../../node_modules/@fontsource/flow-block/files/flow-block-latin-400-normal.woff2',
);

/** `test` with the site that has the gallery at /components. */
export const test = base.extend<object, { siteUrl: string }>({
  siteUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const server = await startSiteServer({ DIST_DIR: EXTENDED_DIST });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

export { expect };

/**
 * Makes the page look the same on every machine. All text is set in one font, which draws a bar for each word, so
 * that no machine draws its letters otherwise either; and pictures are grey, but for one drawing and one photograph,
 * because it is their place that counts here and they would make up most of the baselines' bytes. The marks of
 * lists are not in the font. As a style sheet of the document and not as an element, which the content
 * security policy would refuse; the font comes from the page's own address for the same reason.
 */
export async function drawPlainly(page: Page): Promise<void> {
  await page.route('**/test-font.woff2', (route) => route.fulfill({ path: FONT, contentType: 'font/woff2' }));
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@font-face { font-family: test-font; src: url(/test-font.woff2); }
       * { font-family: test-font !important; }
       ul:not(.plain), summary { list-style-type: '-' !important; }
       [data-example]:not([data-example="drawing"], [data-example="photograph"]) img { object-position: 0 -10000px; background: gray; }`,
    );
    document.adoptedStyleSheets.push(sheet);
    await document.fonts.load('1rem test-font');
  });
}

/**
 * Leaves one group on the page and nothing else, so that it starts at the same pixel and the screenshot does not scroll:
 * anything above it would shift it by fractions of a pixel, depending on when the page has finished.
 */
export async function showAlone(group: Locator): Promise<void> {
  await group.evaluate((shown) => {
    for (const hidden of document.querySelectorAll<HTMLElement>('[data-hidden]')) {
      hidden.style.display = '';
      hidden.removeAttribute('data-hidden');
    }
    for (let each: Element = shown; each.parentElement !== null; each = each.parentElement) {
      for (const sibling of each.parentElement.children) {
        if (sibling === each || !(sibling instanceof HTMLElement) || each === document.body) continue;
        sibling.style.display = 'none';
        sibling.setAttribute('data-hidden', '');
      }
    }
    scrollTo(0, 0);
  });
}

/** Brings the pictures that would only come when they are scrolled to. */
export async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) Object.assign(picture, { loading: 'eager', decoding: 'sync' });
    await Promise.all(pictures.map((picture) => picture.decode()));
  });
}
