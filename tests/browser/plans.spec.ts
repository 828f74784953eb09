import type { Page } from '@playwright/test';
import { pagePaths } from '../pages/built-site.ts';
import { expect, test } from '../support/test.ts';

/** Pages with cards or points side by side. */
const PAGES = [
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

for (const width of [768, 1280]) {
  test(`no card is left over in a row of its own, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of PAGES) {
      await page.goto(path);
      expect.soft(await listLeftOver(page), path).toEqual([]);
    }
  });
}

test('a hero’s picture reaches the edges of a wide screen, and moves nothing when it is across the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/about-us');
  const beside = await page.locator('.hero .picture').boundingBox();
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBe(1920);

  await page.goto('/visit');
  const across = await page.locator('.hero .picture').boundingBox();
  expect([across?.x, across?.width]).toEqual([0, 1920]);
  const heading = page.getByRole('heading', { level: 1 });
  const top = (await heading.boundingBox())?.y ?? 0;
  expect(top).toBeGreaterThan((across?.y ?? 0) + (across?.height ?? 0));
  // Its place is kept before it has come.
  await page.locator('.hero .picture').evaluate((picture) => picture.remove());
  expect((await heading.boundingBox())?.y).toBe(top);
});

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

test('no picture is seen twice within two screens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of pagePaths().filter((path) => !/^\/(404|admin)/.test(path))) {
    await page.goto(path);
    expect.soft(await listSeenTwice(page), path).toEqual([]);
  }
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
