import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { startSandboxProcess } from './sandbox-process.ts';
import { operate, SETTLE_AFTER_MS, type Shop } from './shop.ts';
import { copyShopData } from './shop-data.ts';
import { type SiteServer, startSiteServer } from './site-server.ts';
import { test as base } from './test.ts';

/** A shop whose service and sandbox are processes of their own. */
export interface ShopProcess extends Shop {
  /** Ends the service as a crash does (SIGKILL). */
  crash(): Promise<void>;
  /** Starts it again on its port and data. */
  restart(): Promise<void>;
}

/** `test` for what kills the service, or wants other settings. */
export const test = base.extend<{ shop: ShopProcess; serviceEnv: Record<string, string> }>({
  /** More of the service's settings, for a spec that overrides it. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  serviceEnv: async ({}, use) => use({}),

  shop: async ({ serviceEnv }, use) => {
    const { dataDir, remove } = await copyShopData();
    const port = await findFreePort();
    const dataFile = join(dataDir, 'sandbox.db');
    const sandbox = await startSandboxProcess(dataFile, port, '--settle-after-ms', String(SETTLE_AFTER_MS));
    const start = () =>
      startSiteServer({ PORT: String(port), DATA_DIR: dataDir, SANDBOX_URL: sandbox.url, ...serviceEnv });
    const servers = [await start()];
    const current = () => servers.at(-1) as SiteServer;
    await use({
      ...operate(current().url, sandbox.url),
      databaseFile: join(dataDir, 'farm.db'),
      output: () => servers.map((server) => server.output()).join(''),
      async crash() {
        const { process } = current();
        process.kill('SIGKILL');
        if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
      },
      async restart() {
        servers.push(await start());
      },
    });
    for (const server of servers) await server.stop();
    sandbox.process.kill('SIGTERM');
    await remove();
  },
  baseURL: ({ shop }, use) => use(shop.url),
});
