import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { SANDBOX_PROVIDER, SANDBOX_PUBLISHABLE_KEY } from '#domain/payments/payment-provider.ts';
import { createApp } from '../../api/app.ts';
import type { Database } from '../../api/db/schema.ts';
import { createHttpServer } from '../../api/http/server-options.ts';
import { prepareToClose } from '../../api/process/shutdown.ts';
import { openService, type SiteSource } from '../../api/service.ts';
import { openSiteStore } from '../../api/site/site-store.ts';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '../../api/stripe-sandbox/cards.ts';
import type { CallFault, WebhookFaults } from '../../api/stripe-sandbox/faults.ts';
import { startSandbox } from '../../api/stripe-sandbox/sandbox.ts';
import { listen } from './listen.ts';
import { copyShopData, readSessionCookie } from './shop-data.ts';
import { ADMIN_PASSWORD, signIn } from './sign-in.ts';
import { test as base, expect, SERVICE_GONE } from './test.ts';
import { QUIET_LOG, readTestSite, TEST_CONTENT, TEST_DIST } from './test-site.ts';

/** An order as the admin's list has it. */
export interface ListedOrder {
  orderNumber: string;
  customerName: string;
  customerEmail: string;
  quantity: number;
  totalAmount: string;
  status: string;
  deliveryWeek: string | null;
  paymentStatus: string;
  [field: string]: unknown;
}

/** The real service and a payment sandbox, with data of their own, for one test. */
export interface Shop {
  readonly url: string;
  /** The service's database, for what only a test does: fifty thousand orders, a session that is over. */
  readonly databaseFile: string;
  /** Sets what the sandbox does wrong; `tests/api/stripe-sandbox` shows what it can. */
  setFaults(faults: { webhooks?: WebhookFaults; calls?: CallFault[] }): Promise<void>;
  /** Ends a payment that is processing. */
  settle(paymentIntentId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  /** Every order, as the admin would read it. */
  readOrders(): Promise<ListedOrder[]>;
  /** The service's output: without an SMTP server, its mails too. */
  output(): string;
  /** The service's own connection to its database. */
  readonly db: Kysely<Database>;
}

/** `test` with a shop of its own in the test's process, where it starts in a moment: `baseURL` is the shop's. */
export const test = base.extend<{
  shop: Shop;
  now: string;
  editsContent: boolean;
  trustedProxies: number;
}>({
  /** The instant at which the service's clock is stopped, for actions before a week closes; empty for a running clock. */
  now: ['', { option: true }],

  /** Whether the service has a content folder, and a site that it can publish, without Astro: `tests/ways` has it. */
  editsContent: [false, { option: true }],

  /** How many proxies are in front of the service. */
  trustedProxies: [0, { option: true }],

  shop: async ({ now, editsContent, trustedProxies }, use) => {
    const { dataDir, remove } = await copyShopData();
    const sandbox = await startSandbox({
      port: 0,
      dataFile: join(dataDir, 'sandbox.db'),
      webhook: null,
      secretKey: SANDBOX_SECRET_KEY,
      publishableKey: SANDBOX_PUBLISHABLE_KEY,
      // Payments that settle later wait for `settle`.
      settleAfterMs: 600_000,
    });
    const printed: string[] = [];
    const clock = () => (now === '' ? new Date() : new Date(now));
    const folders = editsContent ? await copyContent(dataDir) : undefined;
    const service = await openService({
      config: {
        dataDir,
        trustedProxies,
        adminPassword: undefined,
        payments: { mode: 'sandbox', url: sandbox.url },
        mail: { smtpUrl: undefined, from: undefined, farmInbox: undefined },
        ...folders,
      },
      site: folders ? await openEditedSite(folders, clock) : await readTestSite(),
      serviceLog: QUIET_LOG,
      clock,
      print: (text) => printed.push(text),
    });
    // Playwright's own requests in this process go on as they are.
    const server = createHttpServer(createApp(service.shop).fetch, { overrideGlobalObjects: false });
    const closeServer = prepareToClose(server);
    const { port, url: ownAddress } = await listen(server);
    sandbox.setWebhook({ url: `${ownAddress}/api/stripe/webhook`, secret: SANDBOX_WEBHOOK_SECRET });
    service.start(ownAddress);
    const url = `http://localhost:${port}`;
    const databaseFile = join(dataDir, 'farm.db');
    const { db } = service.shop;
    await use({
      url,
      db,
      databaseFile,
      setFaults: (faults) => steer(sandbox.url, '/sandbox/faults', faults),
      settle: (id, outcome) => steer(sandbox.url, `/sandbox/payment_intents/${id}/settle`, { outcome }),
      readOrders: async () => listOrders(url, await readSessionCookie()),
      output: () => printed.join('\n'),
    });
    await sandbox.close();
    await closeServer(0);
    await service.stop();
    await remove();
  },
  baseURL: ({ shop }, use) => use(shop.url),
});

export { ADMIN_PASSWORD, expect, SERVICE_GONE };

/** The tests' content and the site made of it, for one test. */
async function copyContent(dataDir: string) {
  const [contentDir, distDir] = [join(dataDir, 'content'), join(dataDir, 'dist')];
  await cp(TEST_CONTENT, contentDir, { recursive: true });
  await cp(TEST_DIST, distDir, { recursive: true });
  return { contentDir, distDir, buildProgram: join(import.meta.dirname, '../api/content/build-stand-in.ts') };
}

/**
 * A site with the notices of its content folder, as soon as they are saved. It is not watched: what a test publishes is
 * made without Astro.
 */
async function openEditedSite(
  { contentDir, distDir }: Awaited<ReturnType<typeof copyContent>>,
  clock: () => Date,
): Promise<SiteSource> {
  const store = await openSiteStore(distDir, QUIET_LOG.log, SANDBOX_PROVIDER, { contentDir, clock });
  return {
    getSnapshot: () => store.current().snapshot,
    getCatalogue: () => store.current().catalogue,
    getFarm: () => store.current().farm,
    refreshSite: store.refresh,
  };
}

async function steer(sandboxUrl: string, path: string, body: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(sandboxUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** Signs in as the admin and reads the whole list. */
export async function readOrders(url: string, password: string): Promise<ListedOrder[]> {
  return listOrders(url, await signIn(url, password));
}

async function listOrders(url: string, cookie: string): Promise<ListedOrder[]> {
  const response = await fetch(`${url}/api/branch-boxes/orders`, { headers: { Cookie: cookie } });
  if (!response.ok) throw new Error(`The orders were refused: ${response.status}`);
  return (await response.json()) as ListedOrder[];
}
