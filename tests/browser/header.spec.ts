import { expect, test } from '../support/test.ts';

/** The smallest phones, where the wide menu begins, and where it has most room. */
const WIDTHS = [280, 320, 360, 390, 1056, 1280, 1920];

test('wordmark and menu stand in one row', async ({ page }) => {
  await page.goto('/visit');
  const header = page.getByRole('banner');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // A second row is as high as a target, 44 px.
    expect((await header.boundingBox())?.height, `at ${width} px`).toBeLessThan(80);
  }
});
