import { findViolations } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedMessages: /404 \(Not Found\)/ });

test('a missing page answers 404 with the two specified messages and links', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Home' }).last().click();
  await expect(page).toHaveURL(/\/$/);
});
