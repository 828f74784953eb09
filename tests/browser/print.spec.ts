import { expect, test } from '../support/test.ts';

/** What each of them shows on paper, besides its words. */
const PICTURES: Record<string, string> = {
  '/directions': '.picture:has(.lane-map-labels)',
  '/care-guide': '#steps .plate',
};

for (const path of ['/prices', '/directions', '/care-guide']) {
  test(`${path} prints on one sheet of A4`, async ({ page }) => {
    await page.goto(path);
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });
}

for (const [path, pictures] of Object.entries(PICTURES)) {
  test(`${path} prints its pictures, in one ink`, async ({ page }) => {
    await page.goto(path);
    await page.emulateMedia({ media: 'print' });
    const seen = await page
      .locator(pictures)
      .evaluateAll((elements) =>
        elements.map(
          (element) => element.checkVisibility() && getComputedStyle(element).filter.includes('grayscale(1)'),
        ),
      );
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(false);
  });
}

test('print shows prices as tables with black silhouettes, and the phone number, and no controls', async ({
  page,
}) => {
  await page.goto('/prices');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table', { name: 'Nordmann Fir' })).toBeVisible();
  await expect(page.getByText('01632 960 214').last()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Plan your visit' })).toBeHidden();
  for (const silhouette of await page.locator('table svg').all()) {
    await expect(silhouette).toBeVisible();
    await expect(silhouette).toHaveCSS('fill', 'rgb(0, 0, 0)');
  }
  await expect(page.locator('.plate').first()).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
});
