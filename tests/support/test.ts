import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { type SiteServer, startSiteServer } from './site-server.ts';
import { EXTENDED_DIST } from './test-site.ts';
import { watchContext } from './watch-context.ts';

/** Chromium's messages for requests to a stopped service. */
export const SERVICE_GONE = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/;

interface TestFixtures {
  /**
   * Messages that a test causes on purpose, such as the 404 of a page that is not there. One pattern and not a
   * list, because `test.use` takes a list of two for a fixture with its options.
   */
  expectedMessages: RegExp;
  /** The visits that the service has counted since the test started. */
  readEvents: () => StoredEvent[];
}

interface WorkerFixtures {
  /** Of the service. */
  siteData: string;
  /** The address of a running service with the built site: `http://localhost:54321`. */
  siteUrl: string;
}

/** A page view, click or search as the service has counted it. */
export interface StoredEvent {
  kind: string;
  path: string;
  /** '' without one; the next two as well. */
  category: string;
  label: string;
  value: string;
  region: string;
}

/** Opens the database of a running service. @returns what reads the events that were counted since then, by their paths */
function watchEvents(file: string): { read: () => StoredEvent[]; close: () => void } {
  const sqlite = new SqliteDatabase(file, { readonly: true });
  const query = sqlite.prepare<[], StoredEvent & { count: number }>(
    `SELECT kind, path, category, label, value, region, sum(count) AS count
     FROM visit_counts GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY path, kind`,
  );
  const count = () =>
    new Map(query.all().map(({ count, ...event }) => [JSON.stringify(event), { event, count }]));
  const before = count();
  const read = () =>
    [...count()].flatMap(([key, { event, count }]) =>
      Array<StoredEvent>(count - (before.get(key)?.count ?? 0)).fill(event),
    );
  return { read, close: () => sqlite.close() };
}

/**
 * Playwright's `test` with the built site running, and a watch over every page of the test's context: a console
 * error or warning, an uncaught exception, or a request that leaves this machine fails the test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Matches nothing.
  expectedMessages: [/(?!)/, { option: true }],

  siteData: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'site-'));
      await use(dir);
      await rm(dir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  siteUrl: [
    async ({ siteData }, use) => {
      const server = await startSiteServer({ DATA_DIR: siteData });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  readEvents: async ({ siteData, siteUrl: _started }, use) => {
    const events = watchEvents(join(siteData, 'farm.db'));
    await use(events.read);
    events.close();
  },

  baseURL: ({ siteUrl }, use) => use(siteUrl),

  context: async ({ context, expectedMessages }, use) => {
    const findings = watchContext(context);
    await use(context);
    const unexpected = findings.filter((finding) => !expectedMessages.test(finding));
    expect(unexpected, 'nothing unexpected in the console or on the network').toEqual([]);
  },
});

let extended: Promise<SiteServer> | undefined;

/** `test` with the site that has what a farm may add, such as another company's statistics: one service for a worker's tests. */
export const extendedTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: As above.
  baseURL: async ({}, use) => {
    extended ??= startSiteServer({ DIST_DIR: EXTENDED_DIST });
    await use((await extended).url);
  },
});

export { expect };
