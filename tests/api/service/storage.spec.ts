import { expect, test } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { openApp } from '../app-under-test.ts';

const MESSAGE = {
  name: 'Ada Holly',
  email: 'ada@example.com',
  subject: 'A very tall tree',
  message: 'Do you have one that is taller than our church?',
  contactPreference: 'email',
};

async function openShop() {
  const { app, parts, file, close } = await openApp();
  const send = async (message: object) =>
    app.request('/api/contact-submit', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    });
  const countMessages = async () => {
    const { count } = await parts.db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  return { send, countMessages, close, parts, file };
}

test('a database that another process holds answers 503 in words, and nothing that was accepted is lost', async () => {
  const shop = await openShop();
  expect((await shop.send(MESSAGE)).status).toBe(200);
  const other = new SqliteDatabase(shop.file);
  other.exec('BEGIN IMMEDIATE');
  const refused = await shop.send({ ...MESSAGE, subject: 'Another' });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('Retry-After')).toBe('5');
  expect(await refused.json()).toEqual({
    error: 'We could not save that just now. Please try again in a moment.',
    code: 'storage_unavailable',
  });
  other.exec('ROLLBACK');
  other.close();
  expect(await shop.countMessages()).toBe(1);
  expect((await shop.send({ ...MESSAGE, subject: 'Another' })).status).toBe(200);
  expect(await shop.countMessages()).toBe(2);
  await shop.close();
});

test('a full disk answers 503 in words, and nothing that was accepted is lost', async () => {
  const shop = await openShop();
  expect((await shop.send(MESSAGE)).status).toBe(200);
  // Migrations leave pages free, which would take in several messages.
  await sql`VACUUM`.execute(shop.parts.db);
  const counted = await sql<{ pageCount: number }>`PRAGMA page_count`.execute(shop.parts.db);
  const pages = counted.rows[0]?.pageCount ?? 0;
  await sql.raw(`PRAGMA max_page_count = ${pages}`).execute(shop.parts.db);
  const long = { ...MESSAGE, subject: 'Long', message: 'A long story. '.repeat(300) };
  const statuses = [];
  for (let time = 0; time < 5; time++)
    statuses.push((await shop.send({ ...long, subject: `Long ${time}` })).status);
  expect(statuses).toContain(503);
  const kept = await shop.countMessages();
  expect(kept).toBe(1 + statuses.filter((status) => status === 200).length);
  await sql.raw('PRAGMA max_page_count = 1000000').execute(shop.parts.db);
  expect((await shop.send(long)).status).toBe(200);
  expect(await shop.countMessages()).toBe(kept + 1);
  await shop.close();
});

test('a read-only database answers 503 in words, still answers what is only read, and nothing is lost', async () => {
  const shop = await openShop();
  expect((await shop.send(MESSAGE)).status).toBe(200);
  // The same failure as a file or a disk without the right to write, which cannot be taken from root.
  await sql`PRAGMA query_only = ON`.execute(shop.parts.db);
  const refused = await shop.send({ ...MESSAGE, subject: 'Another' });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'storage_unavailable' });
  expect(await shop.countMessages()).toBe(1);
  await sql`PRAGMA query_only = OFF`.execute(shop.parts.db);
  expect((await shop.send({ ...MESSAGE, subject: 'Another' })).status).toBe(200);
  expect(await shop.countMessages()).toBe(2);
  await shop.close();
});
