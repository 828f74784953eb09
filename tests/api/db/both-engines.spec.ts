import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { openTestPostgres } from '../../support/test-postgres.ts';

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
