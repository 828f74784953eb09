import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../../api/db/open.ts';
import type { Database } from '../../../api/db/schema.ts';
import { openTestPostgres } from '../../support/test-postgres.ts';

/** What only one of them has, and why: `020-postgres.ts` in `migrations/` says it. */
const SQLITE_ONLY = ['analytics_events', 'analytics_events_by_time'];
const POSTGRES_ONLY = ['request_counts', 'work_lease'];

async function rows<Row>(db: Kysely<Database>, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(db.withoutPlugins())).rows;
}

/** A line for each column, key, reference, list of a check, and index: what both engines call the same. */
async function describeSqlite(db: Kysely<Database>): Promise<string[]> {
  const tables = await rows<{ name: string; sql: string }>(
    db,
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'kysely*'",
  );
  const indexes = await rows<{ name: string; sql: string }>(
    db,
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
  );
  const lines = indexes.map(({ name, sql: text }) => `index ${name}${/UNIQUE/.test(text) ? ' unique' : ''}`);
  for (const { name, sql: text } of tables) {
    const columns = await rows<{
      name: string;
      type: string;
      notnull: number;
      dflt_value: string | null;
      pk: number;
    }>(db, `PRAGMA table_info(${name})`);
    for (const column of columns) {
      const isNull = column.notnull === 1 || column.pk > 0 ? 'not null' : 'null';
      lines.push(`${name}.${column.name} ${column.type} ${isNull} ${column.dflt_value ?? ''}`.trim());
    }
    lines.push(...describeChecks(name, text.match(/CHECK \((?:[^()]|\([^()]*\))*\)/g) ?? []));
    const keys = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    lines.push(`${name} key ${keys.map((key) => key.name)}`);
    for (const index of await rows<{ name: string; origin: string }>(db, `PRAGMA index_list(${name})`)) {
      if (index.origin !== 'u') continue;
      const parts = await rows<{ name: string }>(db, `PRAGMA index_info(${index.name})`);
      lines.push(`${name} unique ${parts.map((part) => part.name)}`);
    }
    const references = await rows<{ table: string; from: string; on_delete: string }>(
      db,
      `PRAGMA foreign_key_list(${name})`,
    );
    lines.push(...references.map((each) => `${name}.${each.from} to ${each.table} ${each.on_delete}`));
  }
  return lines;
}

async function describePostgres(db: Kysely<Database>): Promise<string[]> {
  const columns = await rows<
    Record<'table_name' | 'column_name' | 'data_type' | 'is_nullable' | 'column_default', string>
  >(
    db,
    "SELECT * FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely%'",
  );
  const types: Record<string, string> = { text: 'TEXT', bigint: 'INTEGER', bytea: 'BLOB' };
  const constraints = await rows<{ of: string; contype: string; definition: string }>(
    db,
    `SELECT conrelid::regclass::text AS of, contype, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE 'kysely%'`,
  );
  const indexes = await rows<{ indexname: string; indexdef: string }>(
    db,
    `SELECT * FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
  );
  const actions: Record<string, string> = { true: 'CASCADE', false: 'NO ACTION' };
  return [
    ...indexes.map(
      ({ indexname, indexdef }) => `index ${indexname}${/UNIQUE/.test(indexdef) ? ' unique' : ''}`,
    ),
    ...columns.map(({ table_name, column_name, data_type, is_nullable, column_default }) => {
      const isNull = is_nullable === 'NO' ? 'not null' : 'null';
      const preset = column_default?.replace(/::\w+/, '') ?? '';
      return `${table_name}.${column_name} ${types[data_type] ?? data_type} ${isNull} ${preset}`.trim();
    }),
    ...constraints.flatMap(({ of, contype, definition }) => {
      const names = definition.match(/\(([^)]*)\)/)?.[1]?.replaceAll(/[ "]/g, '') ?? '';
      if (contype === 'p') return [`${of} key ${names}`];
      if (contype === 'u') return [`${of} unique ${names}`];
      if (contype === 'f') {
        const target = definition.match(/REFERENCES (\w+)/)?.[1];
        return [`${of}.${names} to ${target} ${actions[String(/ON DELETE CASCADE/.test(definition))]}`];
      }
      // Newer versions list what is not null, which the columns say already.
      return contype === 'c' ? describeChecks(of, [definition]) : [];
    }),
  ];
}

/** The words of a check; of others the engines write the same in different ways, and only their number is compared. */
function describeChecks(table: string, checks: readonly string[]): string[] {
  return checks.map((check) => {
    const words = check.includes('GLOB') || check.includes('~') ? [] : (check.match(/'[a-z_]+'/g) ?? []);
    return `${table} check ${words.sort().join()}`.trim();
  });
}

function tidy(lines: readonly string[], others: readonly string[]): string[] {
  const isOther = (line: string) => others.some((name) => new RegExp(`^(index )?${name}\\b`).test(line));
  return lines.filter((line) => !isOther(line)).sort();
}

test('tables, columns, keys, references, lists and indexes are the same on both', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'both-'));
  const file = await openDatabase(join(folder, 'farm.db'));
  const postgres = await openTestPostgres('');
  const there = tidy(await describePostgres(postgres.db), [...POSTGRES_ONLY, 'order_flags.rowid']);
  expect(there).toEqual(tidy(await describeSqlite(file.db), SQLITE_ONLY));
  expect(there.length).toBeGreaterThan(250);
  await file.close();
  await postgres.close();
  await rm(folder, { recursive: true });
});

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
