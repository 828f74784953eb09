import type { Page } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { fillWeek, type OrderChanges } from './fill-week.ts';
import type { Shop } from './shop.ts';
import { addSession } from './shop-data.ts';

/** Opens the list, with a query if given, already signed in. */
export async function openSignedIn(page: Page, query = ''): Promise<void> {
  await addSession(page.context());
  await page.goto(`/admin/orders${query}`);
  // Waits for the event, where `expect` asks now and then.
  await page.getByRole('button', { name: 'Refresh' }).waitFor();
  await page.getByText('Loading orders...').waitFor({ state: 'hidden' });
}

export async function enterPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Does something to the service's database, as another process. @returns what that gives */
export function changeDatabase<Result>(
  shop: Shop,
  change: (sqlite: SqliteDatabase.Database) => Result,
): Result {
  const sqlite = new SqliteDatabase(shop.databaseFile);
  try {
    sqlite.pragma('busy_timeout = 5000');
    return change(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Puts orders of one box, ready to pack, into the shop: so many, or changed as the list says. @returns their numbers */
export function fillShopWeek(shop: Shop, orders: number | readonly OrderChanges[]): string[] {
  const list = typeof orders === 'number' ? Array<OrderChanges>(orders).fill({}) : orders;
  return changeDatabase(shop, (sqlite) => fillWeek(sqlite, list));
}

/** The four tiles, by their names. */
export function readTiles(page: Page): Promise<Record<string, string>> {
  return page
    .locator('.admin-tiles dl > div')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((each) => [...each.querySelectorAll('dt, dt + dd')].map((part) => part.textContent)),
      ),
    );
}

/** The names of the customers that are listed, in their order. */
export function listedCustomers(page: Page): Promise<string[]> {
  return page.locator('.admin-name').allInnerTexts();
}
