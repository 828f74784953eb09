import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type OpenDatabase, openDatabase } from '../../../../api/db/open.ts';
import { writeTestDatabase } from '../../../support/test-database.ts';
import { makeUpOrders } from '../../orders/made-up-orders.ts';

/** A data folder with a few orders, as the service leaves it. */
export interface DataFolder {
  readonly dataDir: string;
  readonly backupDir: string;
  readonly file: string;
  /** For the commands. */
  readonly env: Record<string, string>;
  open(): Promise<OpenDatabase>;
  /** Opens the database, does something, and closes it. */
  use<T>(work: (database: OpenDatabase) => Promise<T> | T): Promise<T>;
  countOrders(): Promise<number>;
}

export const test = base.extend<{ data: DataFolder }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  data: async ({}, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'backup-'));
    const dataDir = join(dir, 'data');
    const backupDir = join(dir, 'backups');
    const file = join(dataDir, 'farm.db');
    const open = () => openDatabase(file);
    const withDatabase = async <T>(work: (database: OpenDatabase) => Promise<T> | T) => {
      const database = await open();
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    };
    await writeTestDatabase(file);
    await withDatabase(({ sqlite }) => makeUpOrders(sqlite, 30));
    await use({
      dataDir,
      backupDir,
      file,
      env: { DATA_DIR: dataDir, BACKUP_DIR: backupDir },
      open,
      use: withDatabase,
      countOrders: () =>
        withDatabase(
          ({ sqlite }) => sqlite.prepare<[], number>('SELECT count(*) FROM orders').pluck().get() ?? 0,
        ),
    });
    rmSync(dir, { recursive: true });
  },
});

export { expect };
