import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

async function pressEnterOn(page: Page, summary: Locator): Promise<void> {
  await summary.focus();
  await page.keyboard.press('Enter');
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('questions, tree card panels and FAQ categories open and close by keyboard', async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      for (const path of ['/visit', '/pick-your-own', '/christmas-trees-bridgwater']) {
        await test.step(`every question on ${path}, one at a time`, async () => {
          await page.goto(path);
          await openEachQuestion(page);
        });
      }
      await test.step('the panels of a tree card, independently', async () => {
        await page.goto('/');
        await openPanels(page);
      });
      await test.step('the FAQ categories, with the first one open', async () => {
        await page.goto('/faq');
        await openCategories(page);
      });
    });
  });
}

async function openEachQuestion(page: Page): Promise<void> {
  const items = page.locator('.accordion details');
  const open = page.locator('.accordion details[open]');
  const count = await items.count();
  expect(count).toBeGreaterThanOrEqual(4);
  await expect(open).toHaveCount(0);
  for (let index = 0; index < count; index++) {
    await pressEnterOn(page, items.nth(index).locator('summary'));
    await expect(items.nth(index).locator('.answer')).toBeVisible();
    await expect(open).toHaveCount(1);
  }
  await pressEnterOn(page, items.nth(count - 1).locator('summary'));
  await expect(open).toHaveCount(0);
}

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
  await expect(prices.getByRole('cell', { name: '£200' })).toBeVisible();
  await pressEnterOn(page, description.locator('summary'));
  await expect(card.locator('details[open]')).toHaveCount(1);
  await expect(prices.getByRole('cell', { name: '£200' })).toBeVisible();
}

async function openCategories(page: Page): Promise<void> {
  await expect(page.getByText('Which tree holds its needles best?')).toBeVisible();
  await expect(page.getByText('Do I need to book?')).toBeHidden();
  for (const category of [
    'Visiting Us',
    'Collection & Transport',
    'Tree Care',
    'Payment & Returns',
    'Tree Selection',
  ]) {
    await pressEnterOn(page, page.locator('summary', { hasText: category }).first());
    const open = page.locator('.category[open]');
    await expect(open).toHaveCount(1);
    const question = open.locator('.accordion details').first();
    await pressEnterOn(page, question.locator('summary'));
    await expect(question.locator('p').first()).toBeVisible();
  }
}
