import { CLOCK_SEEN } from '../clock-watch.ts';
import { checkClock } from './check-machine.ts';
import { type CheckResult, conclude } from './check-result.ts';

/** With `pg`'s way of writing it: 15.4 is 150004. */
const OLDEST = 150_000;

/** Whether the database of DATABASE_URL answers. It stays as it is. Its copies are its server's own. */
export async function checkPostgres(url: string, now: Date): Promise<CheckResult[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  const problems: string[] = [];
  let seen: string | undefined;
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    if (Number(rows[0]?.server_version_num) < OLDEST) problems.push('Postgres must be version 15 or later.');
    const found = await client
      .query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [CLOCK_SEEN])
      .catch(() => undefined);
    seen = found?.rows[0]?.value;
  } catch (error) {
    problems.push(`The database of DATABASE_URL does not answer (${(error as Error).message}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
  return [
    ...conclude('database', problems, 'Postgres answers.'),
    ...checkClock(seen, now),
    ...conclude('backups', [], 'Not checked: copies of a database on Postgres are made there, with pg_dump.'),
  ];
}
