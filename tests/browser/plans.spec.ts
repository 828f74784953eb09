import { expect, test } from '../support/test.ts';

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
