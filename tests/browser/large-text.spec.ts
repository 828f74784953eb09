import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

// WCAG 2.2: 1.4.10 (nothing scrolls sideways), 1.4.4 (large text), 2.4.11 (what has the focus is not covered); and
// 1.4.6 for who asks for more contrast.

/** The browser's own setting, which `rem` and the `em` of media queries follow. 16 is what browsers start with. */
async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
}

const WITH_HOURS = ['/', '/visit', '/prices', '/contact-us', '/book-now', '/about-us'];
const OTHERS = [
  '/faq',
  '/tree-stands',
  '/privacy',
  '/directions',
  '/nordmann-branches',
  '/christmas-trees-taunton',
];

for (const [width, pixels] of [
  [390, 24],
  [390, 32],
  [280, 16],
] as const) {
  test(`no page is wider than a window of ${width} px with text of ${pixels} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await setTextSize(page, pixels);
    for (const path of [...WITH_HOURS, ...OTHERS]) {
      await page.goto(path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(wide, path).toBeLessThanOrEqual(width);
    }
  });
}

test('a word of 80 letters widens no page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [...WITH_HOURS, ...OTHERS]) {
    await page.goto(path);
    await page
      .locator('main :is(h1, h2, h3, p, li, summary, dd, address, tbody th:not(:has(svg)))')
      .evaluateAll((elements) => {
        for (const element of elements) element.append(` ${'Evergreen'.repeat(9)}`);
      });
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), path)
      .toBeLessThanOrEqual(390);
  }
});

test('the footer is at most 700 px high on a phone, and every link can be touched', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/faq');
  const footer = page.getByRole('contentinfo');
  expect((await footer.boundingBox())?.height).toBeLessThanOrEqual(700);
  for (const link of await footer.getByRole('link').all()) {
    expect((await link.boundingBox())?.height, await link.innerText()).toBeGreaterThanOrEqual(44);
  }
});

for (const [width, height, pixels] of [
  [390, 844, 16],
  [850, 560, 16],
  [390, 844, 32],
] as const) {
  test(`the quick bar covers nothing that has the focus, at ${width} px with text of ${pixels} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await setTextSize(page, pixels);
    await page.goto('/contact-us');
    const stops: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(describeFocus);
      if (stop === null) break;
      stops.push(stop.name);
      expect.soft(stop.isSeen, stop.name).toBe(true);
    }
    expect(stops.length).toBeGreaterThan(30);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`who asks for more contrast gets black and white, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await page.goto('/nordmann-branches');
    const [ink, ground] = colorScheme === 'light' ? [0, 255] : [255, 0];
    await expect(page.locator('.hint').first()).toHaveCSS('color', `rgb(${ink}, ${ink}, ${ink})`);
    await expect(page.locator('html')).toHaveCSS('background-color', `rgb(${ground}, ${ground}, ${ground})`);
  });
}

/** The focused element, and whether its upper half is what one sees at its place; null at the end of the page. */
function describeFocus(): { name: string; isSeen: boolean } | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const isSeen = [0.1, 0.4].every((part) => {
    const seen = document.elementFromPoint(left + width / 2, top + height * part);
    return seen !== null && (focused.contains(seen) || seen.contains(focused) || seen.matches('label'));
  });
  return { name: `${focused.tagName} ${(focused.textContent ?? '').trim().slice(0, 30)}`, isSeen };
}
