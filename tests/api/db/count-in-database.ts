import { openDatabase } from '../../../api/db/open.ts';

// Counts up in a database that another process counts in at the same time: reads, gives way, then writes.
const [file = '', times = '0'] = process.argv.slice(2);
const { db, close } = await openDatabase(file);
for (let time = 0; time < Number(times); time++) {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'count')
      .executeTakeFirst();
    await new Promise((resolve) => setImmediate(resolve));
    const value = String(Number(row?.value ?? 0) + 1);
    await trx
      .insertInto('settings')
      .values({ name: 'count', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}
await close();
