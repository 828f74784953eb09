import { expect, test } from '../support/test.ts';

for (const path of ['/prices', '/directions', '/care-guide']) {
  test(`${path} prints on one sheet of A4`, async ({ page }) => {
    await page.goto(path);
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });
}

test('print shows prices as tables and the phone number, and no controls', async ({ page }) => {
  await page.goto('/prices');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table', { name: 'Nordmann Fir' })).toBeVisible();
  await expect(page.getByText('01632 960 214').last()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Plan your visit' })).toBeHidden();
  await expect(page.locator('.chart svg').first()).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
});
