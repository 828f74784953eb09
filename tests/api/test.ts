import { test as base, expect } from '@playwright/test';
import type { SmallSite } from '../support/small-site.ts';
import { type AppUnderTest, openApp } from './app-under-test.ts';

/** Playwright's `test` with the app, a new one for each test, on a made-up site. A spec that changes the site makes its own. */
export const test = base.extend<{ ownSite: SmallSite | undefined; app: AppUnderTest }>({
  ownSite: undefined,
  app: async ({ ownSite }, use) => {
    const app = await openApp(ownSite);
    await use(app);
    await app.close();
  },
});

export { expect };
