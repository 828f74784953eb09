import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildSite } from '../../../src/build/build.ts';
import { readManifest } from '../../../src/build/manifest.ts';
import { buildSmallSite, LONG_TEXT, type SmallSite } from '../../support/small-site.ts';
import { test as base, expect, openApp } from '../app-under-test.ts';

const TOWN = '/christmas-trees-taunton';
const makeTown = (words: string) =>
  `<!doctype html><html><head><title>Taunton</title><style>p{margin:0}</style></head><body><p>${words} ${LONG_TEXT}</body></html>`;

/** A site of which every town's page stays on disk. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  app: async ({}, use) => {
    const site = await buildSmallSite();
    await publish(site, 'First words');
    const app = await openApp(site, {}, 0);
    await use(app);
    await app.close();
    await site.remove();
  },
});

async function publish(site: SmallSite, words: string): Promise<void> {
  site.pages = { ...site.pages, 'christmas-trees-taunton.html': makeTown(words) };
  await buildSite(site);
}

test('a page on disk is sent like one in memory: encodings, ETag, 304, HEAD, policy', async ({ app }) => {
  expect(app.store.current().snapshot.files.get(TOWN)).toHaveProperty('load');
  const page = makeTown('First words');
  const etag = createHash('sha256').update(page).digest('base64url').slice(0, 16);
  const plain = await app.get(TOWN);
  expect(await plain.text()).toBe(page);
  expect(plain.headers.get('ETag')).toBe(`"${etag}"`);
  expect(plain.headers.get('Content-Security-Policy')).toMatch(/style-src 'self' 'sha256-/);
  const gzip = await app.get(TOWN, { 'Accept-Encoding': 'gzip' });
  expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(page);
  const again = await app.get(TOWN, { 'If-None-Match': `"${etag}"` });
  expect([again.status, again.headers.get('Content-Security-Policy')]).toEqual([
    304,
    plain.headers.get('Content-Security-Policy'),
  ]);
  const head = await app.get(TOWN, {}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await app.get(`${TOWN}.html`)).headers.get('Location')).toBe(TOWN);
});

test('whoever asks while a new build is put in place gets its page, and never half of one', async ({
  app,
}) => {
  const stop = app.store.watch();
  await rename(app.site.outDir, `${app.site.outDir}.away`);
  const between = app.get(TOWN);
  await publish(app.site, 'Second words, which are longer');
  const after = await app.get(TOWN);
  stop();
  for (const answer of [await between, after]) {
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(makeTown('Second words, which are longer'));
  }
});

test('a page of another build with just as many bytes is not sent under the ETag of the last', async ({
  app,
}) => {
  const { outDir } = app.site;
  const describe = async () => (await readManifest(outDir))?.files.find(({ page }) => page === TOWN);
  await publish(app.site, 'Open 12 to 21');
  await app.store.refresh();
  const before = await app.get(TOWN);
  const described = await describe();
  const stop = app.store.watch();
  await publish(app.site, 'Open 21 to 12');
  const after = await app.get(TOWN);
  stop();
  expect(await describe(), 'what the test is about').toEqual({ ...described, etag: expect.any(String) });
  expect(await after.text()).toContain('Open 21 to 12');
  expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'));
});

test('a new build that lacks a page on disk is not taken', async ({ app }) => {
  await publish(app.site, 'Second words');
  await writeFile(join(app.site.outDir, 'christmas-trees-taunton.html.br'), 'x');
  await app.store.refresh();
  expect(app.logged.join()).toContain('christmas-trees-taunton.html is missing or damaged');
});
