import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import { buildSite } from '../../../src/build/build.ts';
import { ServiceRefused, startSiteServer } from '../../support/site-server.ts';
import { buildSmallSite, makeShop, type SmallSite } from '../../support/small-site.ts';

const test = base.extend<{ site: SmallSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  site: async ({}, use) => {
    const site = await buildSmallSite();
    await use(site);
    await site.remove();
  },
});

test('in production a shop begins only where that is said, and goes on from there', async ({ site }) => {
  const dataDir = join(site.root, 'mistyped');
  const env = { DIST_DIR: site.outDir, DATA_DIR: dataDir, NODE_ENV: 'production', PAYMENTS: 'sandbox' };
  const refused = await startSiteServer(env).catch((error) => error);
  expect([refused.exitCode, refused.message]).toEqual([78, expect.stringContaining('with NEW_SHOP=1')]);
  expect(existsSync(dataDir)).toBe(false);
  for (const more of [{ NEW_SHOP: '1' }, {}]) {
    const server = await startSiteServer({ ...env, ...more });
    expect(await server.stop()).toBe(0);
  }
});

test('one service: its first line, a published build, a second on its port, and SIGTERM', async ({
  site,
}) => {
  const dataDir = join(site.root, 'data');
  const server = await startSiteServer({ DIST_DIR: site.outDir, DATA_DIR: dataDir });
  await test.step('the first line of its log names version, build, payments and data folder', async () => {
    const { build } = await (await fetch(`${server.url}/healthz`)).json();
    const first = server.output().match(/^\{.*/m)?.[0] ?? '';
    const said = JSON.parse(first).msg.replace(/\d+\.\d+\.\d+/, 'N');
    expect(said).toBe(`version N, build ${build}, the payment sandbox, data in ${dataDir}`);
  });
  await test.step('a published build is served without a restart', async () => {
    const read = async () => (await fetch(`${server.url}/prices`)).text();
    expect(await read()).toContain('£35');
    site.values = { ...site.values, 'shop.json': makeShop('£45.00') };
    site.pages = { ...site.pages, 'prices.html': '<!doctype html><title>Prices</title><p>£40' };
    await buildSite(site);
    await expect.poll(read).toContain('£40');
  });
  await test.step('every request during swaps gets a whole page of one build', async () => {
    const seen = new Set<string>();
    const builds = (async () => {
      for (const price of ['£1', '£2']) {
        const page = `<!doctype html><p>${price}</p>${'x '.repeat(25_000)}<i>end</i>`;
        site.pages = { ...site.pages, 'prices.html': page };
        await buildSite(site);
        while (!seen.has(price)) await wait(50);
      }
    })();
    while (!seen.has('£2')) {
      const page = await (await fetch(`${server.url}/prices`)).text();
      expect(page).toMatch(/^<!doctype html>[\s\S]*(end<\/i>|£40)$/);
      seen.add(/£\d+/.exec(page)?.[0] ?? 'no price');
      // The builds are in this process, and need a turn.
      await wait(10);
    }
    await builds;
  });
  await test.step('another one refuses to start, in one message, on its port, or without a site', async () => {
    const { port } = new URL(server.url);
    const refused = await startSiteServer({ DIST_DIR: site.outDir, PORT: port }).catch((error) => error);
    expect(refused).toBeInstanceOf(ServiceRefused);
    const said = `Port ${port} is taken; set PORT to another one.\n`;
    expect([refused.exitCode, refused.message]).toEqual([1, said]);
    const elsewhere = await startSiteServer({ DIST_DIR: site.outDir, HOST: '192.0.2.1' }).catch(
      (error) => error,
    );
    expect(elsewhere.message).toContain('and HOST to an address of this machine.');
    const siteless = await startSiteServer({ DIST_DIR: site.contentDir }).catch((error) => error);
    const missing = `There is no built site in ${site.contentDir}; build it with \`npm run build\`.\n`;
    expect([siteless.exitCode, siteless.message]).toEqual([78, missing]);
    const folder = { DIST_DIR: site.outDir, CONTENT_DIR: `${site.contentDir}x` };
    const contentless = await startSiteServer(folder).catch((error) => error);
    const no = `There is no folder ${folder.CONTENT_DIR}: CONTENT_DIR is mistyped, or its disk is not mounted.\n`;
    expect([contentless.exitCode, contentless.message]).toEqual([78, no]);
    const mistyped = { DIST_DIR: site.outDir, PORT: 'http', FARM_INBX: 'anna@example.com' };
    const wrong = await startSiteServer(mistyped).catch((error) => error);
    const why =
      'PORT=http: must be a whole number from 0 to 65535, in digits. FARM_INBX: did you mean FARM_INBOX?\n';
    expect([wrong.exitCode, wrong.message]).toEqual([78, expect.stringContaining(why)]);
  });
  // A kept-alive connection must not delay it.
  const started = Date.now();
  expect(await server.stop()).toBe(0);
  expect(Date.now() - started).toBeLessThan(2000);
});
