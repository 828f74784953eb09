import { copyFile, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSiteStore } from '../../../api/site/site-store.ts';
import { buildSite } from '../../../src/build/build.ts';
import { SANDBOX_PROVIDER } from '../../../src/domain/payments/payment-provider.ts';
import { BOX_PENCE } from '../../support/sample-order.ts';
import { buildSmallSite, makeShop, type SmallSite } from '../../support/small-site.ts';
import { test as base, expect } from '../app-under-test.ts';

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  ownSite: async ({}, use) => {
    const site = await buildSmallSite();
    await use(site);
    await site.remove();
  },
});

/** Builds the made-up site again with another price on the page and in the catalogue. */
async function publishNewPrice(site: SmallSite): Promise<void> {
  site.values = { ...site.values, 'shop.json': makeShop('£45.00') };
  site.pages = { ...site.pages, 'prices.html': '<!doctype html><title>Prices</title><p>£40' };
  await buildSite(site);
}

test('a new build changes pages, prices and id at once', async ({ app }) => {
  const before = app.store.current();
  await publishNewPrice(app.site);
  expect(await (await app.get('/prices')).text()).toContain('£35');
  await app.store.refresh();
  expect(await (await app.get('/prices')).text()).toContain('£40');
  expect(app.store.current().catalogue.branchBox.pricePence).toBe(4500);
  expect((await (await app.get('/healthz')).json()).build).not.toBe(before.snapshot.id);
  expect(before.catalogue.branchBox.pricePence, 'a request under way keeps its prices').toBe(BOX_PENCE);
});

test('hashed files of the last build stay, and those of the one before go', async ({ app }) => {
  const { pages } = app.site;
  const { '_astro/site.BxK3a.css': style = '', ...others } = pages;
  const buildWith = async (name: string) => {
    const about = `<!doctype html><title>About</title><link rel="stylesheet" href="/_astro/${name}">`;
    app.site.pages = { ...others, 'about-us.html': about, [`_astro/${name}`]: style };
    await buildSite(app.site);
    await app.store.refresh();
  };
  const statusOf = async (name: string) => (await app.get(`/_astro/${name}`)).status;
  await buildWith('site.second.css');
  expect(await statusOf('site.BxK3a.css')).toBe(200);
  expect(await statusOf('site.second.css')).toBe(200);
  await buildWith('site.third.css');
  expect(await statusOf('site.BxK3a.css')).toBe(404);
  expect(await statusOf('site.second.css')).toBe(200);
});

test('the catalogue cannot be changed by who reads it', async ({ app }) => {
  const { catalogue } = app.store.current();
  expect(() => Object.assign(catalogue.branchBox, { pricePence: 1 })).toThrow(TypeError);
});

for (const { what, damage } of [
  {
    what: 'a changed byte in a page',
    damage: (dist: string) => replaceIn(join(dist, 'prices.html'), '£40', '£99'),
  },
  { what: 'a page that is cut short', damage: (dist: string) => writeFile(join(dist, 'index.html'), 'x') },
  {
    what: 'a missing file',
    damage: (dist: string) => rename(join(dist, 'tree.png'), join(dist, 'gone.png')),
  },
  {
    what: 'a compressed form that is cut short',
    damage: (dist: string) => writeFile(join(dist, 'index.html.br'), 'x'),
  },
  { what: 'half a build.json', damage: (dist: string) => writeFile(join(dist, 'build.json'), '{"id":') },
]) {
  test(`${what} in a new build keeps the last one serving, and is logged once`, async ({ app }) => {
    await publishNewPrice(app.site);
    await damage(app.site.outDir);
    for (let check = 0; check < 3; check++) await app.store.refresh();
    expect(await (await app.get('/prices')).text()).toContain('£35');
    expect(app.store.current().catalogue.branchBox.pricePence).toBe(BOX_PENCE);
    expect(app.logged).toHaveLength(1);
    await expect(
      openSiteStore(app.site.outDir, () => {}, SANDBOX_PROVIDER),
      'and a service does not start on it',
    ).rejects.toThrow(/npm run build/);
  });
}

test('a site that is copied in file by file is taken once it is whole', async ({ app }) => {
  const { outDir, root } = app.site;
  await publishNewPrice(app.site);
  await rename(join(outDir, 'prices.html'), join(root, 'on-its-way'));
  await app.store.refresh();
  await copyFile(join(root, 'on-its-way'), join(outDir, 'prices.html'));
  await app.store.refresh();
  expect(await (await app.get('/prices')).text()).toContain('£40');
});

test('a build with a shop that is not valid is refused as a whole', async ({ app }) => {
  app.site.values = { ...app.site.values, 'shop.json': makeShop('free') };
  await buildSite(app.site);
  await app.store.refresh();
  expect(app.store.current().catalogue.branchBox.pricePence).toBe(BOX_PENCE);
});

test('no folder at all, as between two renames, changes nothing', async ({ app }) => {
  await writeFile(join(app.site.outDir, 'build.json'), 'broken');
  await app.store.refresh();
  await rename(app.site.outDir, `${app.site.outDir}.away`);
  await app.store.refresh();
  expect((await app.get('/prices')).status).toBe(200);
  expect(app.logged, 'the broken build, and nothing about the folder').toHaveLength(1);
});

test('an unchanged build.json is not read again', async ({ app }) => {
  const before = app.store.current();
  await app.store.refresh();
  expect(app.store.current()).toBe(before);
  await utimes(join(app.site.outDir, 'build.json'), new Date(), new Date());
  await app.store.refresh();
  const after = app.store.current();
  expect(after).not.toBe(before);
  await app.store.refresh();
  expect(app.store.current()).toBe(after);
});

async function replaceIn(path: string, from: string, to: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
}
