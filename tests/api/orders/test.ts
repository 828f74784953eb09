import { test as base, expect } from '@playwright/test';
import { openShop, type ShopUnderTest } from './shop-under-test.ts';

/** Playwright's `test` with a shop of its own for each test. */
export const test = base.extend<{ shop: ShopUnderTest }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  shop: async ({}, use) => {
    const shop = await openShop();
    await use(shop);
    await shop.close();
  },
});

export { expect };
