import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { openApp } from '../../api/app-under-test.ts';
import { buyThroughApi } from '../../support/buy-through-api.ts';
import { readResidentMegabytes } from '../../support/resident-memory.ts';
import { ADMIN_PASSWORD } from '../../support/shop.ts';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';
import { sendRaw } from './ask.ts';
import { type Keys, type MadeUpRequest, makeUpRequests } from './made-up-requests.ts';

export interface FuzzResult {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly wrongs: readonly string[];
}

const AT_A_TIME = 8;
/** Requests between two sign-ins, because one of them may have signed out. */
const BATCH = 250;
/** So little that what is not let go ends the service, in place of waiting for a collector that has no reason to run. */
const HEAP_MB = 96;
/** Allowed growth of memory between the first fifth and the end, in megabytes. */
const GROWTH_MB = 120;

/** Sends made-up requests to the real service: none may bring a 5xx, a silence, a crash or an entry of a bug in the log. */
export async function fuzzRequests({
  requests,
  seed,
}: {
  requests: number;
  seed: number;
}): Promise<FuzzResult> {
  const startedMs = performance.now();
  const endpoints = await listEndpoints();
  const dataDir = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const server = await startSiteServer(
    {
      DATA_DIR: dataDir,
      ADMIN_PASSWORD,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    },
    120_000,
  );
  const numbers = [await buyThroughApi(server.url), await buyThroughApi(server.url)];
  const known = [...readIds(dataDir), ...numbers, '2025-12-01'];
  const port = Number(new URL(server.url).port);
  const wrongs: string[] = [];
  const statuses = new Map<string, number>();
  const memory: number[] = [];

  for (let sent = 0; sent < requests && wrongs.length < 20; sent += BATCH) {
    const cookie = await signIn(server);
    const keys: Keys = { endpoints, known, origin: server.url, cookie };
    const waiting = fc.sample(makeUpRequests(keys), {
      seed: seed + sent,
      numRuns: Math.min(BATCH, requests - sent),
    });
    const send = async () => {
      for (let request = waiting.pop(); request; request = waiting.pop()) {
        const status = await sendRaw(port, request).catch((error: Error) => error.message);
        const kind =
          typeof status === 'number' ? `answers ${Math.floor(status / 100)}xx` : 'connections closed';
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
        if (typeof status === 'string' || (status ?? 0) >= 500)
          wrongs.push(`${status}: ${describeRequest(request)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, send));
    memory.push(readResidentMegabytes(server.process.pid));
  }

  const health = await fetch(`${server.url}/healthz`).then(({ status }) => status, String);
  if (health !== 200) wrongs.push(`the service is not well afterwards: ${health}`);
  const code = await server.stop();
  if (code !== 0) wrongs.push(`the service ended with ${code}`);
  const bugs = server
    .output()
    .split('\n')
    .filter((line) => line.includes('failed'));
  wrongs.push(...bugs.map((line) => `the log has: ${line.slice(0, 600)}`));
  wrongs.push(...checkDatabase(dataDir));
  const [early = 0, last = 0] = [memory[Math.floor(memory.length / 5)], memory.at(-1)];
  if (last - early > GROWTH_MB) wrongs.push(`the memory grew from ${early} to ${last} MB`);
  await rm(dataDir, { recursive: true });
  return {
    wrongs,
    figures: {
      seed,
      requests: [...statuses.values()].reduce((sum, times) => sum + times, 0),
      endpoints: endpoints.length,
      ...Object.fromEntries([...statuses].sort()),
      'memory after a fifth, MB': early,
      'memory at the end, MB': last,
      'seconds in all': Math.round((performance.now() - startedMs) / 1000),
    },
  };
}

/** Every endpoint of `app.ts`, and pages with and without an ending. */
async function listEndpoints(): Promise<Keys['endpoints']> {
  const { app, close } = await openApp();
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  await close();
  const pages = ['/', '/prices', '/contact-us', '/sw.js', '/robots.txt', '/about', '/admin/orders'];
  return [...new Set([...routes, ...pages.map((path) => `GET ${path}`)])].map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return { method, path };
  });
}

function readIds(dataDir: string): string[] {
  const sqlite = new SqliteDatabase(join(dataDir, 'farm.db'), { readonly: true });
  const ids = sqlite.prepare<[], string>('SELECT id FROM orders').pluck().all();
  sqlite.close();
  return ids;
}

function checkDatabase(dataDir: string): string[] {
  const sqlite = new SqliteDatabase(join(dataDir, 'farm.db'), { readonly: true });
  const check = sqlite.pragma('integrity_check', { simple: true });
  const foreign = sqlite.pragma('foreign_key_check') as unknown[];
  sqlite.close();
  return check === 'ok' && foreign.length === 0 ? [] : [`the database is damaged: ${check}`];
}

async function signIn({ url }: SiteServer): Promise<string> {
  const response = await fetch(`${url}/api/admin/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ password: ADMIN_PASSWORD }),
  });
  if (!response.ok) throw new Error(`The sign-in was refused: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

function describeRequest({ method, target, headers, body }: MadeUpRequest): string {
  const sent = headers.map((header) => header.join(': ')).join(' | ');
  return `${method} ${target} [${sent}] ${body?.toString('latin1').slice(0, 300) ?? ''}`.slice(0, 1500);
}
