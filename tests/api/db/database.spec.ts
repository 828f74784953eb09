import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../../api/db/open.ts';
import { test as base, expect } from '../../support/folder.ts';

const test = base.extend<{ file: string }>({
  file: ({ folder }, use) => use(join(folder, 'below', 'site.db')),
});

test('every open has write-ahead logging, full synchronisation and foreign keys', async ({ file }) => {
  for (const time of ['first', 'second']) {
    const database = await openDatabase(file);
    const pragma = (name: string) => database.sqlite.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')], time).toEqual([
      'wal',
      2,
      1,
    ]);
    expect(Number(pragma('busy_timeout')), time).toBeGreaterThanOrEqual(1000);
    await database.close();
  }
});

test('every table is strict', async ({ file }) => {
  const { sqlite, close } = await openDatabase(file);
  const tables = sqlite
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'kysely*'",
    )
    .all();
  expect(tables.length).toBeGreaterThanOrEqual(8);
  for (const { name, sql } of tables) expect(sql, name).toMatch(/STRICT\s*$/);
  await close();
});

test('a file that is no database is refused and left as it was', async ({ file }) => {
  const dir = join(file, '..');
  await (await openDatabase(join(dir, 'other.db'))).close();
  await writeFile(file, 'These are notes, not a database. '.repeat(50));
  await expect(openDatabase(file)).rejects.toThrow(/not a database/);
});

test('two processes that read before they write lose nothing and do not fail', async ({ file }) => {
  const { close, db } = await openDatabase(file);
  const run = promisify(execFile);
  const count = () => run(process.execPath, ['tests/api/db/count-in-database.ts', file, '100']);
  await Promise.all([count(), count()]);
  const { value } = await db.selectFrom('settings').select('value').executeTakeFirstOrThrow();
  expect(value).toBe('200');
  await close();
});

test('files that everybody could read are private from the next start on', async ({ file }) => {
  const folder = dirname(file);
  const database = join(folder, 'farm.db');
  mkdirSync(folder, { recursive: true });
  await (await openDatabase(database)).close();
  await writeFile(join(folder, 'notes.txt'), 'somebody else’s');
  await chmod(folder, 0o755);
  for (const name of ['farm.db', 'notes.txt']) await chmod(join(folder, name), 0o644);
  const opened = await openDatabase(database);
  const modes = await Promise.all(
    ['', 'farm.db', 'farm.db-wal', 'farm.db-shm', 'notes.txt'].map(async (name) =>
      ((await stat(join(folder, name))).mode & 0o777).toString(8),
    ),
  );
  await opened.close();
  expect(modes).toEqual(['700', '600', '600', '600', '644']);
});
