import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

async function pressEnterOn(page: Page, summary: Locator): Promise<void> {
  await summary.focus();
  await page.keyboard.press('Enter');
}

// What the browser opens and closes by itself needs no script. Scripts add to the FAQ (faq-search.spec.ts) and to the menu.
test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('questions, tree card panels, FAQ categories and both menus open and close by keyboard', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await test.step('the questions of a page, one at a time', async () => {
      await page.goto('/visit');
      const items = page.locator('.accordion details');
      await expect(items.and(page.locator('[open]'))).toHaveCount(0);
      for (const index of [0, 1]) {
        await pressEnterOn(page, items.nth(index).locator('summary'));
        await expect(items.nth(index).locator('.prose')).toBeVisible();
        await expect(items.and(page.locator('[open]'))).toHaveCount(1);
      }
    });
    await test.step('the FAQ categories, with the first one open, and anchors', async () => {
      await page.goto('/faq#dogs');
      await expect(page.getByRole('heading', { name: 'Can I bring my dog?' })).toBeInViewport();
      await expect(page.locator('#dogs p')).toBeInViewport();
      await page.goto('/prices');
      await page.goto('/faq');
      await openCategories(page);
      await expect(page.locator('#faq-term')).toBeHidden();
    });
    await page.goto('/');
    await test.step('every picture is shown', async () => {
      const places = page.locator('main .place');
      expect(await places.count()).toBeGreaterThan(10);
      const seen = await places.evaluateAll((all) =>
        all.map((each) => getComputedStyle(each).contentVisibility),
      );
      expect(new Set(seen)).toEqual(new Set(['visible']));
    });
    await test.step('the panels of a tree card, independently', () => openPanels(page));
    await test.step('both menus', () => openMenus(page));
    await test.step('/privacy says that nothing is counted, instead of the choice', async () => {
      await page.goto('/privacy');
      await expect(page.getByText('So you aren’t counted, and there’s nothing to choose.')).toBeVisible();
      await expect(page.getByRole('checkbox')).toBeHidden();
    });
  });
});

async function openPanels(page: Page): Promise<void> {
  const card = page.locator('#tree-types article', {
    has: page.getByRole('heading', { name: 'Nordmann Fir' }),
  });
  const description = card.locator('details', { has: page.getByText(/^Description/) });
  const prices = card.locator('details', { has: page.getByText(/^\s*Prices/) });
  await expect(card.locator('details[open]')).toHaveCount(0);
  await pressEnterOn(page, description.locator('summary'));
  await pressEnterOn(page, prices.locator('summary'));
  await expect(card.locator('details[open]')).toHaveCount(2);
}

async function openCategories(page: Page): Promise<void> {
  await expect(page.getByText('Which tree holds its needles best?')).toBeVisible();
  await expect(page.getByText('Do I need to book?')).toBeHidden();
  for (const category of ['Visiting Us', 'Tree Selection']) {
    await pressEnterOn(page, page.locator('summary', { hasText: category }).first());
    await expect(page.locator('.tab[open]')).toHaveCount(1);
  }
}

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const more = (page: Page) => mainMenu(page).locator('summary', { hasText: 'More' });
const wholesale = (page: Page) => mainMenu(page).getByRole('link', { name: 'Wholesale' });

async function openMenus(page: Page): Promise<void> {
  await more(page).focus();
  await page.keyboard.press('Enter');
  await expect(wholesale(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(wholesale(page)).toBeHidden();
  await page.setViewportSize({ width: 390, height: 800 });
  const summary = page.locator('summary', { hasText: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await pressEnterOn(page, summary);
  await expect(menu.getByRole('link')).toHaveText([
    ...['Home', 'About', 'Tree Varieties', 'Prices', /Pick Your Own/, 'Wholesale', 'FAQ', 'Contact Us'],
    ...['Facebook', 'Instagram', '01632 960 214', 'hello@farm.example.com'],
  ]);
  await pressEnterOn(page, summary);
  await expect(menu).toBeHidden();
}

test('the menu marks the current page, links to the ticket seller, and closes on Escape, a click elsewhere and the focus elsewhere', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/about-us');
  const link = (name: string | RegExp) => mainMenu(page).getByRole('link', { name });
  await expect(link('About')).toHaveAttribute('aria-current', 'page');
  await expect(link('Home')).not.toHaveAttribute('aria-current');

  await test.step('the first tab stop skips to the content', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('Pick Your Own opens a new tab', async () => {
    const tickets = link(/Pick Your Own/);
    await expect(tickets).toHaveAttribute('href', 'https://tickets.example.com/otter-lane/pick-your-own');
    await expect(tickets).toHaveAttribute('target', '_blank');
    await expect(tickets).toHaveAttribute('rel', 'noopener');
  });

  await more(page).click();
  await expect(wholesale(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wholesale(page)).toBeHidden();
  await expect(more(page)).toBeFocused();
  await more(page).click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(wholesale(page)).toBeHidden();
  await more(page).click();
  await more(page).press('Shift+Tab');
  await expect(wholesale(page)).toBeHidden();
  await more(page).press('Space');
  await page.keyboard.press('Tab');
  await expect(mainMenu(page).getByRole('link', { name: 'Visit' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/wholesale$/);
});
