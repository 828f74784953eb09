import { rm } from 'node:fs/promises';
import { copySiteWithCaps } from '../../support/capped-site.ts';
import { test as shopTest } from '../../support/shop-process.ts';
import { planCaps } from './season.ts';

/** `test` with a shop whose weeks have the season's caps. */
export const test = shopTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  serviceEnv: async ({}, use) => {
    const dist = await copySiteWithCaps(planCaps());
    // A hundred buyers have separate connections; a proxy header says which.
    await use({ DIST_DIR: dist, TRUST_PROXY: '1' });
    await rm(dist, { recursive: true, force: true });
  },
});
