import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { expect, test } from '../support/test.ts';

// Pages as they looked before. The pictures are the same on every machine: half size, so that edges blur alike, and in
// one font that draws a bar for each word. After a change that was meant: `npm run pictures:update`, and look at them.
test.use({
  deviceScaleFactor: 0.5,
  launchOptions: {
    executablePath: findChromium() ?? '',
    args: [
      ...chromiumArguments(),
      '--disable-font-subpixel-positioning',
      '--disable-lcd-text',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  },
});

// In one worker, because each has to start a browser of this kind.
test.describe.configure({ mode: 'default' });

const PAGES = ['/', '/prices', '/visit', '/nordmann-branches', '/contact-us', '/faq'];
const FONT = resolve('node_modules/@fontsource/flow-block/files/flow-block-latin-400-normal.woff2');
/** The difference that another machine's antialiasing makes: less than an icon, which has 144 of these pixels. */
const TOLERANCE = { threshold: 0.2, maxDiffPixels: 60 };

// Each width and each colour scheme once: a layout error shows in both schemes, and a wrong colour at both widths.
for (const [width, colorScheme] of [
  [390, 'light'],
  [1280, 'dark'],
] as const) {
  test(`pages look as before at ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.clock.setFixedTime('2025-12-06T12:00:00Z');
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of PAGES) {
      await page.goto(path);
      await drawPlainly(page);
      // Compared once, without toHaveScreenshot's retries: nothing moves, and many changes are reported quickly.
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled', scale: 'device' });
      const name = path.slice(1) || 'home';
      expect.soft(picture).toMatchSnapshot([`${width}-${colorScheme}`, `${name}.png`], TOLERANCE);
    }
  });
}

test('in forced colours everything that its background sets apart has a border, and the focus is seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of PAGES) {
    await page.goto(path);
    expect.soft(await listWithoutBorder(page), path).toEqual([]);
    // Makes the browser treat the following focus as keyboard focus.
    await page.keyboard.press('Tab');
    expect.soft(await listUnseenFocus(page), path).toEqual([]);
  }
});

/** As a style sheet of the document and not as an element, which the content security policy would refuse. */
async function drawPlainly(page: Page): Promise<void> {
  await page.route('**/test-font.woff2', (route) => route.fulfill({ path: FONT, contentType: 'font/woff2' }));
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@font-face { font-family: test-font; src: url(/test-font.woff2); }
       * { font-family: test-font !important; }
       ul:not(.plain), summary { list-style-type: '-' !important; }`,
    );
    document.adoptedStyleSheets.push(sheet);
    await document.fonts.load('1rem test-font');
    // Those that would only come when they are scrolled to.
    const pictures = [...document.images];
    for (const picture of pictures) Object.assign(picture, { loading: 'eager', decoding: 'sync' });
    await Promise.all(pictures.map((picture) => picture.decode()));
  });
}

const FRAMED =
  '.button, .panel, .callout, .form-frame, .badge, .tiles > div, .days .open, .summary, .tree-card > .words, .card,' +
  ' .facade, .tab > summary, [role="tab"],' +
  ' .form :is(input:not([type="radio"], [type="checkbox"], [type="hidden"]), select, textarea)';

/** Elements without a visible border or outline. */
function listWithoutBorder(page: Page): Promise<string[]> {
  return page.locator(FRAMED).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const style = getComputedStyle(element);
        const sides = ['Left', 'Top', 'Bottom', 'Right'] as const;
        return !sides.some(
          (side) =>
            style[`border${side}Style`] !== 'none' &&
            Number.parseFloat(style[`border${side}Width`]) >= 1 &&
            style[`border${side}Color`] !== style.backgroundColor,
        );
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
}

/** Elements that do not show that they have the focus. */
function listUnseenFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, input, select, textarea, [tabindex="0"]',
    );
    return [...targets]
      .filter((element) => element.checkVisibility() && !element.matches(':disabled'))
      .filter((element) => {
        element.focus();
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        return document.activeElement !== element || !isSeen;
      })
      .map((element) => element.outerHTML.slice(0, 100));
  });
}
