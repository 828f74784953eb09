import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { ADMIN_PASSWORD, expect, type Shop } from './shop.ts';

/** Opens the list, at an address's query where one is given, and signs in. */
export async function openSignedIn(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/orders${query}`);
  await enterPassword(page, ADMIN_PASSWORD);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByText('Loading orders...')).toBeHidden();
}

export async function enterPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Does something to the service's database, as another process. */
export function changeDatabase(shop: Shop, change: (sqlite: SqliteDatabase.Database) => void): void {
  const sqlite = new SqliteDatabase(shop.databaseFile);
  try {
    sqlite.pragma('busy_timeout = 5000');
    change(sqlite);
  } finally {
    sqlite.close();
  }
}

/** The four tiles, by their names. */
export async function readTiles(page: Page): Promise<Record<string, string>> {
  const names = await page.locator('.tiles dt').allInnerTexts();
  const values = await page.locator('.tiles dd').allInnerTexts();
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** The names of the customers that are listed, in their order. */
export function listedCustomers(page: Page): Promise<string[]> {
  return page.locator('.admin-name').allInnerTexts();
}

/** No axe violation on a phone and a wide screen, light and dark, and nothing that scrolls sideways. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const { violations } = await new AxeBuilder({ page }).include('main').analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ target, html }) => [target, html])]);
      expect(found, `${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(width);
  }
}
