import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { test as base, expect } from '../../support/folder.ts';
import { runCommand } from '../../support/run-command.ts';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';
import { shareSmallSite } from '../../support/small-site.ts';
import { writeTestDatabase } from '../../support/test-database.ts';
import { openApp } from '../app-under-test.ts';

const MESSAGE = {
  ...{ name: 'Ada Holly', email: 'ada@example.com', subject: 'A very tall tree', contactPreference: 'email' },
  message: 'Do you have one that is taller than our church?',
};

interface Desk {
  readonly dataDir: string;
  start(): Promise<SiteServer>;
}

const test = base.extend<{ desk: Desk }>({
  desk: async ({ folder }, use) => {
    const dataDir = join(folder, 'data');
    const site = await shareSmallSite();
    const servers: SiteServer[] = [];
    const start = async () => {
      const env = { DATA_DIR: dataDir, DIST_DIR: site.outDir, TRUST_PROXY: '1', LOG_LEVEL: 'error' };
      servers.push(await startSiteServer(env));
      return servers.at(-1) as SiteServer;
    };
    await use({ dataDir, start });
    for (const server of servers) await server.stop();
  },
});

test('a database that is held, full or read-only answers 503 in words, and nothing that was accepted is lost', async () => {
  const { app, parts, file, close } = await openApp();
  const { db } = parts;
  const send = async (subject: string, message = MESSAGE.message) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ ...MESSAGE, subject, message });
    return app.request('/api/contact-submit', { method: 'POST', headers, body });
  };
  let accepted = 0;
  /** Sends until one is refused, then lets go and sends once more. */
  const refuse = async (state: string, letGo: () => unknown, message?: string) => {
    let answer = await send(`${state} 0`, message);
    for (let time = 1; answer.status === 200 && time < 9; time += 1) {
      accepted += 1;
      answer = await send(`${state} ${time}`, message);
    }
    expect([answer.status, answer.headers.get('Retry-After')], state).toEqual([503, '5']);
    const error = 'We couldn’t save that just now. Please try again in a moment.';
    expect(await answer.json()).toEqual({ error, code: 'storage_unavailable' });
    await letGo();
    expect((await send(`${state} again`, message)).status, state).toBe(200);
    accepted += 1;
    expect(await db.selectFrom('messages').select('id').execute(), state).toHaveLength(accepted);
  };
  const other = new SqliteDatabase(file);
  other.exec('BEGIN IMMEDIATE');
  await refuse('held', () => other.exec('ROLLBACK').close());
  // The same failure as a file or a disk without the right to write, which cannot be taken from root.
  await sql`PRAGMA query_only = ON`.execute(db);
  await refuse('read-only', () => sql`PRAGMA query_only = OFF`.execute(db));
  // Migrations leave pages free, which would take in several messages.
  await sql`VACUUM`.execute(db);
  const counted = await sql<{ pageCount: number }>`PRAGMA page_count`.execute(db);
  await sql.raw(`PRAGMA max_page_count = ${counted.rows[0]?.pageCount ?? 0}`).execute(db);
  const grow = () => sql.raw('PRAGMA max_page_count = 1000000').execute(db);
  await refuse('full', grow, 'A long story. '.repeat(300));
  await close();
});

// The same, and more, with the real service process.

let sent = 0;

/** Sends one more message, from an address of its own. */
async function send(server: SiteServer, length = 100): Promise<{ status: number; code: string | undefined }> {
  sent += 1;
  const response = await fetch(`${server.url}/api/contact-submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.18.0.${sent % 250}` },
    body: JSON.stringify({
      name: 'Ada Holly',
      email: 'ada@example.com',
      subject: `Message ${sent}`,
      message: 'A long story. '.repeat(length / 14),
      contactPreference: 'email',
    }),
  });
  return { status: response.status, code: ((await response.json()) as { code?: string }).code };
}

const REFUSED = { status: 503, code: 'storage_unavailable' };

function countMessages(dataDir: string): number {
  const sqlite = new SqliteDatabase(join(dataDir, 'farm.db'), { readonly: true });
  const [{ messages } = { messages: -1 }] = sqlite
    .prepare<[], { messages: number }>('SELECT count(*) AS messages FROM messages')
    .all();
  expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  sqlite.close();
  return messages;
}

/** Sends until the disk is full. @returns how many messages were accepted */
async function sendUntilRefused(server: SiteServer): Promise<number> {
  for (let accepted = 0; accepted < 200; accepted += 1) {
    const answer = await send(server, 4000);
    if (answer.status === 200) continue;
    expect(answer).toEqual(REFUSED);
    return accepted;
  }
  throw new Error('The disk never became full');
}

// Only root may mount a disk; elsewhere the first test covers it.
if (canMount()) {
  test('a disk of a megabyte that fills up: 503, and room made again is room to write', async ({ desk }) => {
    await mkdir(desk.dataDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', desk.dataDir]);
    try {
      const filler = join(desk.dataDir, 'filler');
      await writeFile(filler, randomBytes(100 * 1024));
      const server = await desk.start();
      const ready = await fetch(`${server.url}/readyz?strict`);
      expect([ready.status, await ready.json()]).toMatchObject([503, { warnings: ['disk'] }]);
      const { stdout } = await runCommand('doctor', ['--json'], { DATA_DIR: desk.dataDir });
      const told = JSON.parse(stdout).find(({ subject }: { subject: string }) => subject === 'disk');
      expect(told).toMatchObject({ ok: false, message: expect.stringContaining('so no orders are taken') });
      const bought = await fetch(`${server.url}/create-payment-intent`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ quantity: 1, deliveryWeek: '2025-11-17' }),
      });
      expect([bought.status, await bought.json()]).toMatchObject([503, { code: 'orders_paused' }]);
      const accepted = await sendUntilRefused(server);
      expect(await send(server, 4000)).toEqual(REFUSED);
      await rm(filler);
      expect((await send(server)).status).toBe(200);
      expect(await server.stop(), server.output()).toBe(0);
      expect(countMessages(desk.dataDir)).toBe(accepted + 1);
    } finally {
      execFileSync('umount', ['-l', desk.dataDir]);
    }
  });
}

function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a database that was damaged under the service is read no further: 503', async ({ desk }) => {
  const file = join(desk.dataDir, 'farm.db');
  await writeTestDatabase(file);
  const sqlite = new SqliteDatabase(file);
  const page = sqlite.pragma('page_size', { simple: true }) as number;
  const root = sqlite
    .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'messages'")
    .pluck()
    .get() as number;
  sqlite.close();
  const bytes = await readFile(file);
  randomBytes(page).copy(bytes, (root - 1) * page);
  await writeFile(file, bytes);
  const server = await desk.start();
  expect(await send(server)).toEqual(REFUSED);
  expect((await fetch(`${server.url}/prices`)).status).toBe(200);
});

const UNUSABLE = [
  {
    name: 'a file that is no database',
    spoil: async ({ dataDir }: Desk) => {
      await mkdir(dataDir);
      await writeFile(join(dataDir, 'farm.db'), randomBytes(20_000));
    },
    exitCode: 78,
    said: 'farm.db cannot be used (file is not a database): put a backup in its place with npm run restore -- FILE; the damaged one is kept beside it.\n',
  },
  {
    name: 'a file where the data folder should be',
    spoil: async ({ dataDir }: Desk) => writeFile(dataDir, ''),
    // Its disk may have room, or be mounted, at the next start.
    exitCode: 1,
    said: 'see that the folder exists, has room, and can be written by this user.\n',
  },
];
for (const { name, spoil, exitCode, said } of UNUSABLE) {
  test(`${name}: the service refuses to start, in one line that names it`, async ({ desk }) => {
    await spoil(desk);
    const refused = await desk.start().catch((error) => error);
    expect(refused).toMatchObject({ exitCode });
    expect(refused.message.startsWith(`The database ${desk.dataDir}/farm.db cannot be used (`)).toBe(true);
    expect(refused.message.endsWith(said), refused.message).toBe(true);
    expect(refused.message.split('\n')).toHaveLength(2);
  });
}
