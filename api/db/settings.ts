import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

export async function readSetting(db: Kysely<Database>, name: string): Promise<string | undefined> {
  const query = db.selectFrom('settings').select('value').where('name', '=', name);
  return (await query.executeTakeFirst())?.value;
}

export async function writeSetting(db: Kysely<Database>, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Stores a value, unless there is one. @returns the stored one */
export async function keepSetting(db: Kysely<Database>, name: string, value: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readSetting(db, name)) ?? value;
}
