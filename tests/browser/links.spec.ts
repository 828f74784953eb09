import { LinkChecker } from 'linkinator';
import { findViolations } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('no page has a broken link', async ({ siteUrl }) => {
  const checker = new LinkChecker();
  const { links } = await checker.check({
    path: `${siteUrl}/`,
    recurse: true,
    checkFragments: true,
    // Other hosts are placeholders, or not ours to test.
    linksToSkip: async (link) => !link.startsWith(siteUrl),
  });
  const asked = links.filter(({ state }) => state !== 'SKIPPED');
  expect(
    asked
      .filter(({ state }) => state === 'BROKEN')
      .map(({ url, parent, status }) => ({ url, parent, status })),
  ).toEqual([]);
  expect(asked.length).toBeGreaterThan(30);
});

test.describe('a missing page', () => {
  test.use({ expectedMessages: /404 \(Not Found\)/ });

  test('answers 404 with the two specified messages and links', async ({ page }) => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Home' }).last().click();
    await expect(page).toHaveURL(/\/$/);
  });
});
