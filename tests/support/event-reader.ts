import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { startSiteServer } from './site-server.ts';
import { test as base, expect } from './test.ts';

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

/** `test` with the real service and a look into its database. */
export const test = base.extend<
  {
    /** The service's counts since the test started. */
    readEvents: () => StoredEvent[];
  },
  { dataDir: string }
>({
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'events-'));
      await use(dir);
      await rm(dir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  siteUrl: [
    async ({ dataDir }, use) => {
      const server = await startSiteServer({ DATA_DIR: dataDir });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  readEvents: async ({ dataDir, siteUrl: _started }, use) => {
    const events = watchEvents(join(dataDir, 'farm.db'));
    await use(events.read);
    events.close();
  },
});

export { expect };
