import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';

/** Playwright's `test` with a folder of its own for each test, which goes with it. */
export const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'test-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

export { expect };
