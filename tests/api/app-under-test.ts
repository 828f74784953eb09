import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test as base, expect } from '@playwright/test';
import type { Hono } from 'hono';
import { createApp } from '../../api/app.ts';
import { createLog } from '../../api/http/log.ts';
import { openService, type ServiceOptions } from '../../api/service.ts';
import type { Shop } from '../../api/shop.ts';
import { openSiteStore, type SiteStore } from '../../api/site/site-store.ts';
import { SANDBOX_PROVIDER } from '../../src/domain/payments/payment-provider.ts';
import { type SmallSite, shareSmallSite } from '../support/small-site.ts';
import { writeTestDatabase } from '../support/test-database.ts';

export interface AppUnderTest {
  /** Asks the app for a path without a network. */
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;
  /** The app itself, for requests with a body. */
  app: Hono;
  parts: Shop;
  /** Of the database. */
  file: string;
  site: SmallSite;
  store: SiteStore;
  /** The service's log without its request lines. */
  logged: string[];
  /** Begins the service's own jobs, which otherwise rest. */
  begin: () => void;
  close: () => Promise<void>;
}

/** The whole app on a made-up site, with a database and a payment sandbox of its own. Close it at the end. */
export async function openApp(
  site?: SmallSite,
  settings: Partial<ServiceOptions['config']> = {},
  clock?: () => Date,
): Promise<AppUnderTest> {
  site ??= await shareSmallSite();
  const logged: string[] = [];
  const serviceLog = createLog('info', keepLines(logged));
  const dataDir = await mkdtemp(join(tmpdir(), 'app-'));
  const file = join(dataDir, 'farm.db');
  await writeTestDatabase(file);
  const { contentDir } = settings;
  const store = await openSiteStore(site.outDir, serviceLog.log, SANDBOX_PROVIDER, {
    contentDir,
    ...(clock && { clock }),
  });
  const service = await openService({
    config: {
      dataDir,
      trustedProxies: 0,
      adminPassword: undefined,
      payments: { mode: 'sandbox', url: undefined },
      mail: { smtpUrl: undefined, from: undefined, farmInbox: undefined },
      ...settings,
    },
    site: {
      getSnapshot: () => store.current().snapshot,
      getCatalogue: () => store.current().catalogue,
      getFarm: () => store.current().farm,
      refreshSite: store.refresh,
    },
    serviceLog,
    ...(clock && { clock }),
    print: () => {},
  });
  const app = createApp(service.shop);
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(path, { headers, method });
  const close = async () => {
    await service.stop();
    await rm(dataDir, { recursive: true });
  };
  const begin = () => service.start('http://127.0.0.1:9');
  return { get, app, parts: service.shop, file, site, store, logged, begin, close };
}

function keepLines(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) {
        if (JSON.parse(line).msg !== 'request') lines.push(line);
      }
      done();
    },
  });
}

/** Playwright's `test` with the app, a new one for each test, on a made-up site. A spec that changes the site makes its own. */
export const test = base.extend<{ ownSite: SmallSite | undefined; app: AppUnderTest }>({
  ownSite: undefined,
  app: async ({ ownSite }, use) => {
    const app = await openApp(ownSite);
    await use(app);
    await app.close();
  },
});

export { expect };
