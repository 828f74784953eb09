import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { test as base, expect } from '@playwright/test';
import type { Hono } from 'hono';
import { Stripe } from 'stripe';
import { FOUNDER_ID } from '../../../api/admin/admin-repository.ts';
import { createAdminSessions } from '../../../api/admin/sessions.ts';
import { createApp } from '../../../api/app.ts';
import type { OpenDatabase } from '../../../api/db/open.ts';
import { createClientReader } from '../../../api/http/client-address.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { createLog } from '../../../api/http/log.ts';
import { createMailSettings } from '../../../api/mail/mail-settings.ts';
import { createOrderMails } from '../../../api/mail/order-mails.ts';
import { createMetrics } from '../../../api/operations/metrics.ts';
import { createOrderLinks } from '../../../api/orders/order-links.ts';
import { createPaymentGateway } from '../../../api/payments/payment-gateway.ts';
import { createChallenges } from '../../../api/people/challenges.ts';
import { createReconciliation } from '../../../api/settlement/reconciliation.ts';
import type { Shop } from '../../../api/shop.ts';
import { readContentFolder } from '../../../api/site/catalogue.ts';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import { type Sandbox, startSandbox } from '../../../api/stripe-sandbox/sandbox.ts';
import { SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payments/payment-provider.ts';
import { listen } from '../../support/listen.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { loadSlotPages } from '../slot-pages.ts';
import { ShopUnderTest } from './shop-calls.ts';

const { catalogue: CATALOGUE, farm } = readContentFolder(TEST_CONTENT);
const MAILS = createMailSettings(farm);
/** Many purchases of one test must not reach a limit; limits have their own tests. */
const NO_LIMIT = { requests: 100_000, perSeconds: 1 };
const SESSION = 'a-session-of-the-admin';

/** @param given its database, and another shop's sandbox, if not its own */
export async function openShop(given?: { data: OpenDatabase; sandbox?: Sandbox }): Promise<ShopUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-'));
  const file = join(folder, 'shop.db');
  const data = given?.data ?? (await openTestDatabase(file));
  const sandbox =
    given?.sandbox ??
    (await startSandbox({
      port: 0,
      dataFile: join(folder, 'sandbox.db'),
      webhook: null,
      secretKey: SANDBOX_SECRET_KEY,
      publishableKey: SANDBOX_PUBLISHABLE_KEY,
      settleAfterMs: null,
    }));
  const apiBase = { protocol: 'http', host: '127.0.0.1', port: sandbox.port } as const;
  const logged: string[] = [];
  const log = (message: string, error?: unknown) => void logged.push(`${message} ${error ?? ''}`.trim());
  const clock = () => new Date(Date.now() + shop.clockAheadMs);
  const gateway = createPaymentGateway({
    secretKey: SANDBOX_SECRET_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    apiBase,
    networkRetries: 0,
    log,
  });
  const { db } = data;
  const session = createHash('sha256').update(SESSION).digest('hex');
  const now = new Date().toISOString();
  const own = { tokenHash: session, personId: FOUNDER_ID, createdAt: now, lastSeenAt: now };
  await db.deleteFrom('adminSessions').where('tokenHash', '=', session).execute();
  await db.insertInto('adminSessions').values(own).execute();
  const getCatalogue = () => shop.catalogue;
  const mails = createOrderMails(() => MAILS);
  const clients = createClientReader(1);
  const snapshot = await loadSlotPages();
  const parts: Shop = {
    content: undefined,
    preview: undefined,
    mails,
    db,
    gateway,
    mode: 'sandbox',
    clock,
    clients,
    // By the real time: a test that turns the clock by weeks stays signed in.
    sessions: createAdminSessions({ db, clock: () => new Date(), clients }),
    orderLinks: createOrderLinks(randomBytes(32)),
    challenges: createChallenges({ secret: randomBytes(32), clock, clients }),
    limits: { ...LIMITS, paymentIntents: NO_LIMIT, manageOrders: NO_LIMIT },
    serviceLog: { log, logger: createLog('silent').logger },
    getSnapshot: () => snapshot,
    getCatalogue,
    getMailSettings: () => MAILS,
    wakeOutbox: () => {
      shop.wakes += 1;
    },
    hasRoom: async () => shop.hasRoom,
    isDatabaseReady: () => true,
    listWarnings: async () => [],
    metrics: createMetrics({ db, file, clock, listJobs: async () => [] }),
    metricsToken: undefined,
    sandboxUrl: sandbox.url,
  };
  const app = createApp(parts);
  const server = await listen(createAdaptorServer({ fetch: app.fetch }) as Server);

  const shop: ShopUnderTest = Object.assign(new ShopUnderTest(), {
    app: fromOwnPages(app),
    parts,
    admin: { Cookie: `admin=${SESSION}` },
    folder,
    data,
    sandbox,
    gateway,
    orderLinks: parts.orderLinks,
    reconciliation: createReconciliation({ ...parts, log }),
    stripe: new Stripe(SANDBOX_SECRET_KEY, { ...apiBase, maxNetworkRetries: 0, telemetry: false }),
    logged,
    catalogue: CATALOGUE,
    clockAheadMs: 0,
    hasRoom: true,
    wakes: 0,
    openWebhooks() {
      sandbox.setWebhook({ url: `${server.url}/api/stripe/webhook`, secret: SANDBOX_WEBHOOK_SECRET });
    },
    async close() {
      await shop.reconciliation.stop();
      if (!given?.sandbox) await sandbox.close();
      await server.close();
      parts.metrics.close();
      await data.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
  return shop;
}

/** The shop with another app on its database. */
export function openAnotherApp(shop: ShopUnderTest, changes: Partial<Shop>): ShopUnderTest {
  return Object.assign(new ShopUnderTest(), shop, {
    app: fromOwnPages(createApp({ ...shop.parts, ...changes })),
  });
}

/** Asks as a browser does that shows a page of the shop. */
function fromOwnPages(app: Hono): ShopUnderTest['app'] {
  return {
    request(path, init) {
      const headers = new Headers(init?.headers);
      if (!headers.has('Origin')) headers.set('Origin', 'http://localhost');
      return app.request(path, { ...init, headers });
    },
  };
}

/** Playwright's `test` with a new shop for each test. */
export const test = base.extend<{ shop: ShopUnderTest }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  shop: async ({}, use) => {
    const shop = await openShop();
    await use(shop);
    await shop.close();
  },
});

export { expect, type ShopUnderTest };
