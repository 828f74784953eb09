import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '../../../../api/db/open.ts';
import { test as base, expect } from '../../../support/folder.ts';
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
  data: async ({ folder }, use) => {
    const dataDir = join(folder, 'data');
    const backupDir = join(folder, 'backups');
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
  },
});

export { expect };
