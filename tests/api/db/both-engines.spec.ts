import { expect, test } from '@playwright/test';
import { type Kysely, sql } from 'kysely';
import { TEXT } from '../../../api/db/dialect/dialect.ts';
import { MIGRATIONS, migrate } from '../../../api/db/migrate.ts';
import type { ShopDatabase } from '../../../api/db/open.ts';
import { openDatabase } from '../../../api/db/open.ts';
import type { Database } from '../../../api/db/schema.ts';
import { openTestPostgres } from '../../support/test-postgres.ts';

const ENGINES: Record<string, (folder: string) => Promise<ShopDatabase>> = {
  SQLite: (folder) => openDatabase(`${folder}/farm.db`),
  Postgres: () => openTestPostgres(''),
};

/** As README says. */
const addCompany = async (db: Kysely<unknown>) =>
  db.schema.alterTable('orders').addColumn('company_name', TEXT).execute();

async function hasCompany(db: Kysely<Database>): Promise<boolean> {
  const tables = await db.withoutPlugins().introspection.getTables();
  const orders = tables.find(({ name }) => name === 'orders');
  return orders?.columns.some(({ name }) => name === 'company_name') ?? false;
}

for (const [engine, open] of Object.entries(ENGINES)) {
  test(`the next migration on ${engine}: whole or not at all, and the version before says what to do`, async () => {
    const { db, close } = await open(test.info().outputPath('data'));
    const fail = async () => {
      throw new Error('The disk is full.');
    };
    const broken = { ...MIGRATIONS, '002-company': { up: addCompany }, '003-more': { up: fail } };
    await expect(migrate(db, broken)).rejects.toThrow('The disk is full.');
    expect(await hasCompany(db)).toBe(false);
    await migrate(db, { ...MIGRATIONS, '002-company': { up: addCompany } });
    expect(await hasCompany(db)).toBe(true);
    await expect(migrate(db)).rejects.toThrow('newer version of this program (002-company)');
    // The next test has this database too.
    await db.schema.alterTable('orders').dropColumn('companyName').execute();
    await sql`DELETE FROM kysely_migration WHERE name = '002-company'`.execute(db);
    await close();
  });
}

test('text is sorted by its bytes, and sums are numbers, on Postgres too', async () => {
  const { db, close } = await openTestPostgres('');
  for (const name of ['b', 'B', 'é', '_', '0'])
    await db.insertInto('settings').values({ name, value: '' }).execute();
  const names = await db.selectFrom('settings').select('name').orderBy('name').execute();
  expect(names.map(({ name }) => name)).toEqual(['0', 'B', '_', 'b', 'é']);
  const { rows: sums } = await sql<{
    sum: number;
  }>`SELECT sum(a) FROM (VALUES (9007199254740991), (0)) AS t (a)`.execute(db);
  expect(sums).toEqual([{ sum: Number.MAX_SAFE_INTEGER }]);
  await close();
});
