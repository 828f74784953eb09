import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { buyThroughApi } from '../../support/buy-through-api.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startSandboxProcess } from '../../support/sandbox-process.ts';
import { startSiteServer } from '../../support/site-server.ts';
import { test } from '../db/postgres-under-test.ts';

/** Of `one-writer.ts`. */
const WRITER_LOCK = 722513;

test('two services are one shop: when one is killed, or the database restarts, the other goes on', async ({
  postgres,
  url,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'two-services-'));
  const port = await findFreePort();
  const sandbox = await startSandboxProcess(join(folder, 'sandbox.db'), port);
  const start = (ownPort: string) =>
    startSiteServer({ PORT: ownPort, DATABASE_URL: url, SANDBOX_URL: sandbox.url, PAYMENTS: 'sandbox' });
  const first = await start(String(port));
  const books = new pg.Pool({ connectionString: url });
  books.on('error', () => {});
  const count = async (query: string) =>
    Number((await books.query(`SELECT count(*) FROM ${query}`)).rows[0].count);
  // The first one works: it is alone.
  await expect.poll(() => count('work_lease')).toBe(1);
  const second = await start('0');
  const buyAt = async (service: { url: string }, customerName: string) => {
    const number = await buyThroughApi(service.url, undefined, { purchase: { customerName } });
    await expect.poll(() => count(`outbox WHERE state = 'sent' AND text_body LIKE '%${number}%'`)).toBe(2);
    return number;
  };
  try {
    const numbers = [await buyAt(first, 'Ada'), await buyAt(second, 'Ben')];
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    numbers.push(await buyAt(second, 'Cat'));
    await postgres.restart(async () => {
      const ready = () => fetch(`${second.url}/readyz`).then(({ status }) => status);
      await expect.poll(ready).toBe(503);
      // Pages need no database.
      expect((await fetch(`${second.url}/prices`)).status).toBe(200);
      const asked = await fetch(`${second.url}/api/branch-boxes/weeks`);
      expect([asked.status, (await asked.json()).code]).toEqual([503, 'storage_unavailable']);
    });
    numbers.push(await buyAt(second, 'Dan'));
    const { rows } = await books.query('SELECT order_number FROM orders ORDER BY created_at');
    expect(rows.map((row) => row.order_number)).toEqual(numbers);
  } finally {
    await books.end();
    await first.stop();
    await second.stop();
    sandbox.process.kill('SIGTERM');
    await rm(folder, { recursive: true });
  }
});

test('a service that shares its database refuses connections until it can answer', async ({ url }) => {
  const port = await findFreePort();
  const server = `http://127.0.0.1:${port}`;
  const pool = new pg.Pool({ connectionString: url });
  const other = await pool.connect();
  const isWaiting = async () =>
    (
      await pool.query(
        "SELECT FROM pg_stat_activity WHERE application_name = 'farm' AND wait_event_type = 'Lock'",
      )
    ).rowCount;
  // Another service writes.
  await other.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITER_LOCK})`);
  const starting = startSiteServer({ PORT: String(port), DATABASE_URL: url, PAYMENTS: 'sandbox' });
  try {
    await expect.poll(isWaiting).toBe(1);
    await expect(fetch(`${server}/prices`), 'a proxy asks another one').rejects.toThrow('fetch failed');
  } finally {
    await other.query('COMMIT');
    other.release();
    await pool.end();
    const service = await starting;
    expect((await fetch(`${server}/prices`)).status).toBe(200);
    await service.stop();
  }
});
