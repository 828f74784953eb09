import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { createApp } from '../../api/app.ts';
import { openService } from '../../api/service.ts';
import { ADMIN_PASSWORD, signIn } from './sign-in.ts';
import { writeTestDatabase } from './test-database.ts';
import { QUIET_LOG, readTestSite } from './test-site.ts';

interface Template {
  readonly dir: string;
  /** Of the session, as a request has it: `admin=…; admin-device=…`. */
  readonly cookie: string;
}

let template: Promise<Template> | undefined;

/**
 * A data folder with the tables, the password and a session already in it, for one test. Making the tables and hashing
 * the password each time would take longer than many a test.
 */
export async function copyShopData(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const { dir } = await readTemplate();
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'));
  await cp(dir, dataDir, { recursive: true });
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** The session that every copied folder knows, as a `Cookie` header. */
export async function readSessionCookie(): Promise<string> {
  return (await readTemplate()).cookie;
}

/** Gives a browser that session. */
export async function addSession(context: BrowserContext): Promise<void> {
  const cookies = (await readSessionCookie()).split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Lax' as const };
  });
  await context.addCookies(cookies);
}

/** Made when it is first asked for, once for all tests of a worker. */
function readTemplate(): Promise<Template> {
  template ??= makeTemplate();
  return template;
}

async function makeTemplate(): Promise<Template> {
  const dir = mkdtempSync(join(tmpdir(), 'shop-template-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  await writeTestDatabase(join(dir, 'farm.db'));
  const service = await openService({
    config: {
      dataDir: dir,
      trustedProxies: 0,
      adminPassword: undefined,
      // No payment is made, so nothing is asked for at this address.
      payments: { mode: 'sandbox', url: 'http://127.0.0.1:9' },
      mail: { smtpUrl: undefined, from: undefined, farmInbox: undefined },
    },
    site: await readTestSite(),
    serviceLog: QUIET_LOG,
    print: () => undefined,
  });
  const app = createApp(service.shop);
  const cookie = await signIn('http://localhost', ADMIN_PASSWORD, async (url, init) =>
    app.request(url, init),
  );
  await service.stop();
  return { dir, cookie };
}
