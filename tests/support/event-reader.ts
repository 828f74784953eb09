import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { startSiteServer } from './site-server.ts';
import { test as base, expect } from './test.ts';

/** A page view, click or search as the service has stored it. */
export interface StoredEvent {
  kind: string;
  path: string;
  category: string | null;
  label: string | null;
  value: string | null;
  region: string;
}

/** Opens the database of a running service. @returns what reads the events that were stored since then, in order */
function watchEvents(file: string): { read: () => StoredEvent[]; close: () => void } {
  const sqlite = new SqliteDatabase(file, { readonly: true });
  const { last } = sqlite
    .prepare<[], { last: number | null }>('SELECT max(id) AS last FROM analytics_events')
    .get() ?? { last: null };
  const query = sqlite.prepare<[number], StoredEvent>(
    'SELECT kind, path, category, label, value, region FROM analytics_events WHERE id > ? ORDER BY id',
  );
  return { read: () => query.all(last ?? 0), close: () => sqlite.close() };
}

/** `test` with the real service and a look into its database. */
export const test = base.extend<
  {
    /** What the service has stored since the test began. */
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
