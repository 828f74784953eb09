import { expect, test } from '../support/test.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('the More menu opens, leads on and closes by keyboard', async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto('/');
      const menu = page.getByRole('navigation', { name: 'Main' });
      const more = menu.locator('summary', { hasText: 'More' });
      await expect(menu.getByRole('link', { name: 'Wholesale' })).toBeHidden();
      await more.focus();
      await page.keyboard.press('Enter');
      await expect(menu.getByRole('link', { name: 'Wholesale' })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(menu.getByRole('link', { name: 'Wholesale' })).toBeHidden();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await expect(menu.getByRole('link', { name: 'Visit' })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/wholesale$/);
    });

    test('the mobile menu opens, holds its links and closes by keyboard', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto('/prices');
      const summary = page.locator('summary', { hasText: 'Menu' });
      const menu = page.getByRole('navigation', { name: 'Menu' });
      await expect(menu).toBeHidden();
      await summary.focus();
      await page.keyboard.press('Enter');
      await expect(menu.getByRole('link')).toHaveText([
        'Home',
        'About',
        'Tree Varieties',
        /Pick Your Own/,
        'Wholesale',
        'FAQ',
        'Contact Us',
        'Facebook',
        'Instagram',
        '01632 960 214',
        'hello@farm.example.com',
      ]);
      await summary.focus();
      await page.keyboard.press('Enter');
      await expect(menu).toBeHidden();
    });
  });
}

test('Escape and a click elsewhere close an open menu', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  const more = page.locator('summary', { hasText: 'More' });
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wholesale' });
  await more.click();
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(link).toBeHidden();
});

test('the menu marks the page that the visitor is on, and the first stop skips to the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/about-us');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('Pick Your Own leads to the ticket seller in a new tab', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Pick Your Own/ });
  await expect(link).toHaveAttribute('href', 'https://tickets.example.com/otter-lane/pick-your-own');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener');
});
