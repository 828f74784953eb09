import { test as base, expect } from '@playwright/test';
import { type AppUnderTest, openApp } from './app-under-test.ts';

/** Playwright's `test` with the app on a made-up site, a new one for each test. */
export const test = base.extend<{ app: AppUnderTest }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  app: async ({}, use) => {
    const app = await openApp();
    await use(app);
    await app.close();
  },
});

export { expect };
