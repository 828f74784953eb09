import { test as base, expect } from '@playwright/test';
import { startSiteServer } from './site-server.ts';
import { watchContext } from './watch-context.ts';

/** Chromium's messages for requests to a stopped service. */
export const SERVICE_GONE = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/;

interface TestFixtures {
  /**
   * Messages that a test causes on purpose, such as the 404 of a page that is not there. One pattern and not a
   * list, because `test.use` takes a list of two for a fixture with its options.
   */
  expectedMessages: RegExp;
}

interface WorkerFixtures {
  /** The address of a running service with the built site: `http://localhost:54321`. */
  siteUrl: string;
}

/**
 * Playwright's `test` with the built site running, and a watch over every page of the test's context: a console
 * error or warning, an uncaught exception, or a request that leaves this machine fails the test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Matches nothing.
  expectedMessages: [/(?!)/, { option: true }],

  siteUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const server = await startSiteServer();
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  baseURL: ({ siteUrl }, use) => use(siteUrl),

  context: async ({ context, expectedMessages }, use) => {
    const findings = watchContext(context);
    await use(context);
    const unexpected = findings.filter((finding) => !expectedMessages.test(finding));
    expect(unexpected, 'nothing unexpected in the console or on the network').toEqual([]);
  },
});

export { expect };
