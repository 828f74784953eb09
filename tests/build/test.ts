import { test as base, expect } from '@playwright/test';
import { createSmallSite, type SmallSite } from '../support/small-site.ts';

/** Playwright's `test` with a made-up project that has not been built yet, a new one for each test. */
export const test = base.extend<{ site: SmallSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  site: async ({}, use) => {
    const site = await createSmallSite();
    await use(site);
    await site.remove();
  },
});

export { expect };
