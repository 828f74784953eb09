import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { dashRanges } from '#domain/content/ranges.ts';
import { pricedTrees } from '#domain/content/trees.ts';
import type { PriceList } from '#domain/schemas/price-list.ts';
import { expect, test } from '../support/test.ts';
import { TEST_CONTENT } from '../support/test-site.ts';

/** Each page with a price list, and the file that it shows. */
const LISTS = [
  ['/prices', 'standard'],
  ['/book-now', 'standard'],
  ['/wholesale', 'wholesale'],
  ['/pick-your-own', 'pick-your-own'],
  ['/', 'home'],
] as const;

test('each page with prices has every size and its price on the screen, at every width', async ({ page }) => {
  for (const [path, list] of LISTS) {
    await page.goto(path);
    // The cards of the home page are closed at first.
    for (const summary of await page.locator('summary', { hasText: 'Prices' }).all()) await summary.click();
    const expected = readRows(list).toSorted();
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const rows = (await readSeen(page, width)).filter((row) => expected.includes(row));
      expect.soft(rows.toSorted(), `${path}, ${width} px`).toEqual(expected);
      expect.soft(await listSidewaysScrollers(page), `${path}, ${width} px`).toEqual([]);
    }
  }
});

test('the prices stand on the first screen: on a phone with silhouettes to one scale, on a wide one below one plate', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/prices');
  const table = page.getByRole('table');
  const bar = await page.locator('.quick-bar').boundingBox();
  const first = await table.locator('tbody tr').first().boundingBox();
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  for (const [name, kind] of [
    ['Nordmann Fir', 'nordmann-fir'],
    ['Fraser Fir', 'fraser-fir'],
    ['Norway Spruce', 'norway-spruce'],
  ] as const)
    await expect(table.getByRole('link', { name })).toHaveAttribute('href', `/tree-varieties#${kind}`);
  const measure = async (row: number) =>
    (await table.locator('tr').nth(row).locator('svg').first().boundingBox())?.height ?? 0;
  const [door, smallest, tallest] = [await measure(0), await measure(1), await measure(8)];
  // A door of 6 ft 6 in beside the person, trees of 5 ft and of 12 ft.
  expect(tallest / smallest).toBeCloseTo(12 / 5, 1);
  expect(door / smallest).toBeCloseTo(6.5 / 5, 1);
  const plate = page.locator('.heights img');
  await expect(plate).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(plate).toBeVisible();
  await expect.poll(() => plate.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(table.locator('tbody svg').first()).toBeHidden();
  for (const price of await table.locator('td').all()) await expect(price).toBeInViewport({ ratio: 1 });
  // Each price stands below its trees: the columns of the picture are those of the table.
  const box = await page.locator('.heights').boundingBox();
  const columns = await table.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const { left, width } = row.getBoundingClientRect();
      return left + width / 2;
    }),
  );
  expect(columns).toHaveLength(11);
  const column = (box?.width ?? 0) / (columns.length + 2.6);
  columns.forEach((centre, index) => {
    expect(Math.abs(centre - (box?.x ?? 0) - (index + 3.1) * column)).toBeLessThan(1.5);
  });
  const whole = await plate.boundingBox();
  expect(whole?.width).toBeCloseTo((box?.width ?? 0) * 3, 0);
  expect(whole?.x).toBeCloseTo((box?.x ?? 0) - (box?.width ?? 0), 0);
});

test('home says below its first picture what each kind costs at least, and is no scroll of other things', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const strip = page.locator('.strip');
  for (const name of ['Nordmann Fir', 'Norway Spruce', 'Fraser Fir']) {
    const lowest = readRows('home', name)[0]?.split(' ').at(-1);
    await expect(strip.getByRole('link', { name })).toHaveText(new RegExp(`from ${lowest}\\s*$`));
  }
  await expect(strip.getByRole('link', { name: 'All prices' })).toHaveAttribute('href', '/prices');
  await expect(strip.getByRole('link', { name: 'Opening times' })).toHaveAttribute(
    'href',
    '#plan-your-visit',
  );
  for (const price of await strip.locator('strong').all()) await expect(price).toBeInViewport({ ratio: 1 });
  // With Debian's DejaVu Sans, which is wider than what phones have.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(8900);
});

test('the header stays in one line at every width, and the first picture of home reaches both edges', async ({
  page,
}) => {
  await page.goto('/');
  for (const width of [280, 320, 360, 390, 768, 1024, 1056, 1060, 1151, 1152, 1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const wordmark = await page.locator('.wordmark').boundingBox();
    const menu = await page
      .locator('header nav.wide, header summary')
      .filter({ visible: true })
      .first()
      .boundingBox();
    if (wordmark === null || menu === null) throw new Error(`no menu at ${width} px`);
    expect(menu.x, `${width} px`).toBeGreaterThan(wordmark.x + wordmark.width);
    expect(menu.y, `${width} px`).toBeLessThan(wordmark.y + wordmark.height);
    // A second row is as high as a target, 44 px.
    expect((await page.getByRole('banner').boundingBox())?.height, `${width} px`).toBeLessThan(80);
    if (width < 1216) continue;
    // Its sky goes on to the left of what a phone shows.
    const sky = await page.locator('.hero .picture svg path').first().boundingBox();
    expect(sky?.x, `${width} px`).toBeLessThanOrEqual(0);
    expect((sky?.x ?? 0) + (sky?.width ?? 0), `${width} px`).toBeGreaterThanOrEqual(width - 1);
  }
});

/** `Fraser Fir, 5–6ft £42`, as pages show it, for each tree of a list, or for one. */
function readRows(name: string, tree?: string): string[] {
  const list = JSON.parse(readFileSync(`${TEST_CONTENT}/prices/${name}.json`, 'utf8')) as PriceList;
  return pricedTrees(list)
    .filter((each) => tree === undefined || each.name === tree)
    .flatMap(({ name, sizes }) => sizes.map(({ size, price }) => `${name}, ${dashRanges(size)} ${price}`));
}

/** The prices of all tables that are, with their size, wholly within the screen's width. */
function readSeen(page: Page, width: number): Promise<string[]> {
  return page.locator('table tbody tr').evaluateAll((rows, right) => {
    const isSeen = (cell: Element) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const box = range.getBoundingClientRect();
      return cell.checkVisibility() && box.height > 0 && box.left >= 0 && box.right <= right;
    };
    return (rows as HTMLTableRowElement[]).flatMap((row) => {
      const [size, ...prices] = row.cells;
      if (size === undefined || !isSeen(size)) return [];
      const table = row.closest('table');
      return prices.filter(isSeen).map((cell) => {
        const kind = prices.length === 1 ? table?.ariaLabel?.replace(/:.*/, '') : cell.dataset.kind;
        const words = (each: Element) => each.textContent?.replace(/Popular.*/, '').trim();
        return `${kind}, ${words(size)} ${words(cell)}`;
      });
    });
  }, width);
}

/** What can be scrolled sideways, and so hides something. */
function listSidewaysScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('html, main, main *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter(
        (element) =>
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
          element === document.documentElement,
      )
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}
