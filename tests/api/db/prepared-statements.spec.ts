import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { openDatabase } from '../../../api/db/open.ts';

test('a kept statement is as good as a new one: after half a stream, a change of its table, and a failure', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'statements-'));
  const file = join(dir, 'site.db');
  const { db, sqlite, close } = await openDatabase(file);
  const prepare = sqlite.prepare.bind(sqlite);
  const prepared: string[] = [];
  sqlite.prepare = ((text: string) => {
    prepared.push(text);
    return prepare(text);
  }) as typeof sqlite.prepare;
  const write = (name: string) => db.insertInto('settings').values({ name, value: name }).execute();
  const settings = db.selectFrom('settings').selectAll().where('name', 'like', 'kept-%').orderBy('name');
  const names = async () => (await settings.execute()).map(({ name }) => name);

  for (const name of ['kept-1', 'kept-2', 'kept-3']) await write(name);
  expect(prepared).toHaveLength(1);

  // A stream that nobody reads to its end.
  for await (const { name } of settings.stream()) if (name === 'kept-2') break;
  expect(await names()).toEqual(['kept-1', 'kept-2', 'kept-3']);

  // The next version of the service migrates while this one still answers.
  const next = new SqliteDatabase(file);
  next.exec("ALTER TABLE settings ADD COLUMN note TEXT NOT NULL DEFAULT 'new'");
  next.close();
  expect(await settings.execute()).toContainEqual({ name: 'kept-2', value: 'kept-2', note: 'new' });

  const failed = db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ name: 'kept-4', value: '' }).execute();
    await trx.insertInto('settings').values({ name: 'kept-1', value: '' }).execute();
  });
  await expect(failed).rejects.toThrow(/UNIQUE/);
  await write('kept-5');
  expect(await names()).toEqual(['kept-1', 'kept-2', 'kept-3', 'kept-5']);
  expect(prepared.filter((text) => text.startsWith('insert into "settings"'))).toHaveLength(1);

  // Lists of every length are different texts, and are not kept for ever.
  for (let length = 1; length <= 600; length += 1) {
    const list = Array.from({ length }, (_, index) => `${index}`);
    await db.selectFrom('settings').select('name').where('name', 'in', list).execute();
  }
  await write('kept-6');
  expect(prepared.filter((text) => text.startsWith('insert into "settings"'))).toHaveLength(2);
  await close();
  await rm(dir, { recursive: true });
});
