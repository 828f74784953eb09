import { test as base } from '@playwright/test';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres-server.ts';

interface OfWorker {
  /** A server for all tests of a worker. */
  server: PostgresServer | undefined;
}

interface OfTest {
  postgres: PostgresServer;
  /** Of an empty database. */
  url: string;
}

/** `test` with a real Postgres, which is left out where there is none, with the reason in the output. */
export const test = base.extend<OfTest, OfWorker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const programs = findPostgres();
      const server = programs === undefined ? undefined : await startPostgres(programs);
      await use(server);
      await server?.stop();
    },
    { scope: 'worker' },
  ],
  postgres: async ({ server }, use) => {
    test.skip(server === undefined, 'There is no Postgres on this machine (Debian’s package postgresql).');
    if (server) await use(server);
  },
  url: async ({ postgres }, use, { testId }) => use(await postgres.createDatabase(testId)),
});
