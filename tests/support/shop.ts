import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallFault, WebhookFaults } from '../../api/payments/sandbox/faults.ts';
import { findFreePort } from './free-port.ts';
import { startSandboxProcess } from './sandbox-process.ts';
import { type SiteServer, startSiteServer } from './site-server.ts';
import { test as base, expect, SERVICE_GONE } from './test.ts';

export const ADMIN_PASSWORD = 'correct horse battery staple';

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

/** The real service and a payment sandbox, each a process of its own with an empty database, for one test. */
export interface Shop {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly server: SiteServer;
  /** The service's database, for what only a test does: fifty thousand orders, a session that is over. */
  readonly databaseFile: string;
  /** Ends the service as a crash does (SIGKILL). */
  crash(): Promise<void>;
  /** Starts it again on its port and data. */
  restart(): Promise<void>;
  /** Sets what the sandbox does wrong; `tests/api/sandbox` shows what it can. */
  setFaults(faults: { webhooks?: WebhookFaults; calls?: CallFault[] }): Promise<void>;
  /** Ends a payment that is processing. */
  settle(paymentIntentId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  /** Every order, as the admin would read it. */
  readOrders(): Promise<ListedOrder[]>;
  /** What the service has printed: with no SMTP server set, its mails too. */
  output(): string;
}

/** `test` with a shop of its own: `baseURL` is the shop's. */
export const test = base.extend<{ shop: Shop; serviceEnv: Record<string, string> }>({
  /** More of the service's settings, for a spec that overrides it. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  serviceEnv: async ({}, use) => use({}),

  shop: async ({ serviceEnv }, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'shop-'));
    const port = await findFreePort();
    const sandbox = await startSandboxProcess(join(dir, 'sandbox.db'), port, '--settle-after-ms', '600000');
    const start = () =>
      startSiteServer({
        PORT: String(port),
        DATA_DIR: join(dir, 'data'),
        SANDBOX_URL: sandbox.url,
        ADMIN_PASSWORD,
        ...serviceEnv,
      });
    const servers = [await start()];
    const current = () => servers.at(-1) as SiteServer;
    await use({
      url: current().url,
      sandboxUrl: sandbox.url,
      databaseFile: join(dir, 'data', 'farm.db'),
      get server() {
        return current();
      },
      async crash() {
        const { process } = current();
        process.kill('SIGKILL');
        if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
      },
      async restart() {
        servers.push(await start());
      },
      setFaults: (faults) => steer(sandbox.url, '/sandbox/faults', faults),
      settle: (id, outcome) => steer(sandbox.url, `/sandbox/payment_intents/${id}/settle`, { outcome }),
      readOrders: () => readOrders(current().url, ADMIN_PASSWORD),
      output: () => servers.map((server) => server.output()).join(''),
    });
    for (const server of servers) await server.stop();
    sandbox.process.kill('SIGTERM');
    await rm(dir, { recursive: true, force: true });
  },
  baseURL: ({ shop }, use) => use(shop.url),
});

export { expect, SERVICE_GONE };

async function steer(sandboxUrl: string, path: string, body: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(sandboxUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** Signs in as the admin and reads the whole list. */
export async function readOrders(url: string, password: string): Promise<ListedOrder[]> {
  const signedIn = await fetch(`${url}/api/admin/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const response = await fetch(`${url}/api/branch-boxes/orders`, { headers: { Cookie: cookie } });
  if (!response.ok) throw new Error(`The orders were refused: ${response.status}`);
  return (await response.json()) as ListedOrder[];
}
