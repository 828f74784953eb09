import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { londonDay } from '#domain/dates.ts';
import { BuildError, buildSite, describeFailure, findUnchangedSite } from '../../src/build/build.ts';
import { listFiles } from '../../src/build/files.ts';
import { readManifest } from '../../src/build/manifest.ts';
import { swapInto } from '../../src/build/swap.ts';
import { pageOfFile } from '../../src/domain/pages.ts';
import { makeShop, type SmallSite, writeFiles } from '../support/small-site.ts';
import { expect, test } from './test.ts';

const readBuilt = (site: SmallSite, path: string) => readFile(join(site.outDir, path), 'utf8');

/** Names of the files and folders beside the site: what a build leaves lying about. */
const listBeside = async (site: SmallSite) => (await readdir(site.root)).sort();

test('build.json lists every file once, and no helpers', async ({ site }) => {
  const { pages } = site;
  // No page, script or style names it.
  site.pages = { ...pages, '_astro/barn.D3f4x.svg': '<svg/>' };
  const { manifest } = await buildSite(site);
  expect(await readManifest(site.outDir)).toEqual(manifest);
  const made = ['.content.json', '.service.json', '_redirects', 'seo-figures.json'];
  const originals = manifest.files.map(({ path }) => path).filter((path) => !/\.(br|gz)$/.test(path));
  expect(originals.sort()).toEqual([...Object.keys(pages), ...made].sort());
  expect(manifest.id).toMatch(/^[0-9a-f]{16}$/);
});

test('equal files give an equal id, a changed one another', async ({ site }) => {
  const first = (await buildSite(site)).manifest.id;
  expect((await buildSite(site)).manifest.id).toBe(first);
  site.pages = { ...site.pages, 'robots.txt': 'User-agent: *' };
  expect((await buildSite(site)).manifest.id).not.toBe(first);
});

test('a build takes what the last one has compressed, where the file is the same', async ({ site }) => {
  await buildSite(site);
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const form = brotliCompressSync(await readBuilt(site, 'prices.html'), fast);
  await writeFile(join(site.outDir, 'prices.html.br'), form);
  await buildSite(site);
  expect(await readFile(join(site.outDir, 'prices.html.br'))).toEqual(form);
});

test('the content is kept as it was read, for the service and for the next publish', async ({ site }) => {
  await buildSite(site);
  expect(JSON.parse(await readBuilt(site, '.content.json'))).toEqual(site.values);
});

test('the sitemap says on which day each page last changed', async ({ site }) => {
  const urls = ['/about-us', '/prices'].map((path) => `<url><loc>https://www.example.com${path}</loc></url>`);
  site.pages = { ...site.pages, 'sitemap-0.xml': `<urlset>${urls.join('')}</urlset>` };
  await buildSite(site);
  const sitemap = join(site.outDir, 'sitemap-0.xml');
  const readDays = async () =>
    [...(await readFile(sitemap, 'utf8')).matchAll(/<lastmod>(.*?)</g)].map(([, day]) => day);
  const today = londonDay(new Date());
  expect(await readDays()).toEqual([today, today]);
  await writeFile(sitemap, (await readFile(sitemap, 'utf8')).replaceAll(today, '2020-12-01'));
  site.pages = { ...site.pages, 'prices.html': `${site.pages['prices.html']}<p>New` };
  await buildSite(site);
  expect(await readDays()).toEqual(['2020-12-01', today]);
});

test('redirects are written in the form that static hosts read', async ({ site }) => {
  await buildSite(site);
  expect(await readBuilt(site, '_redirects')).toBe(
    '/about-us page=2 / 301!\n/about /about-us 301\n/animals /about-us#animals 301\n/Donkeys.html /about-us#animals 301\n',
  );
});

test('page addresses', () => {
  expect(pageOfFile('index.html')).toBe('/');
  expect(pageOfFile('prices.html')).toBe('/prices');
  expect(pageOfFile('admin/index.html')).toBe('/admin');
  expect(pageOfFile('reindex.html')).toBe('/reindex');
  expect(pageOfFile('404.html')).toBeUndefined();
  expect(pageOfFile('tree.png')).toBeUndefined();
});

for (const [what, breakBuild] of [
  [
    'mistaken content',
    (site: SmallSite) => (site.readContent = () => Promise.reject(new BuildError('price'))),
  ],
  ['a page that does not render', (site: SmallSite) => (site.render = renderHalf)],
] as const) {
  test(`${what} leaves the last good site untouched, and nothing beside it`, async ({ site }) => {
    await buildSite(site);
    const before = await readBuilt(site, 'build.json');
    site.pages = { 'index.html': 'new' };
    breakBuild(site);
    await expect(buildSite(site)).rejects.toThrow();
    expect(await readBuilt(site, 'build.json')).toBe(before);
    expect(await readBuilt(site, 'index.html')).toContain('Home');
    expect(await listBeside(site)).toEqual(['content', 'dist']);
    expect(describeFailure(new BuildError('price'), site.outDir)).toBe(
      'price\n\nThe build stopped. The last good site stays in place.',
    );
  });
}

test('a first build that fails does not promise an earlier site', async ({ site }) => {
  site.render = renderHalf;
  await expect(buildSite(site)).rejects.toThrow('page bug');
  expect(existsSync(site.outDir)).toBe(false);
  for (const [code, why] of [
    ['EROFS', 'its disk can only be read'],
    ['ENOENT', 'it is not there'],
  ]) {
    const refused = Object.assign(new Error(code), { code, path: '/srv/content' });
    expect(describeFailure(refused, site.outDir)).toMatch(
      new RegExp(`^/srv/content: ${why}\\.\\n\\nThe build stopped`),
    );
  }
  expect(describeFailure(new Error('page bug'), site.outDir)).toMatch(
    /page bug\n +at [\s\S]*There is no earlier site/,
  );
});

test('a swap that fails half way puts the old site back', async ({ site }) => {
  await buildSite(site);
  await expect(swapInto(join(site.root, 'missing'), site.outDir)).rejects.toThrow('ENOENT');
  expect(await readBuilt(site, 'index.html')).toContain('Home');
  expect(await listBeside(site)).toEqual(['content', 'dist']);
});

test('a build killed between the two renames is mended by the next one', async ({ site }) => {
  await buildSite(site);
  const deadPid = 2 ** 22 + 1; // Beyond the largest process id that Linux gives.
  await rename(site.outDir, `${site.outDir}.old-${deadPid}`);
  await mkdir(`${site.outDir}.next-${deadPid}`);
  const otherBuild = `${site.outDir}.next-${process.ppid}`;
  await mkdir(otherBuild);
  const longAgo = new Date(Date.now() - 20 * 60_000);
  await utimes(otherBuild, longAgo, longAgo);
  site.render = renderHalf;
  await expect(buildSite(site)).rejects.toThrow('page bug');
  expect(await readBuilt(site, 'index.html')).toContain('Home');
  // The folder of a process that still runs is another build's.
  expect(await listBeside(site)).toEqual(['content', 'dist', `dist.next-${process.ppid}`]);
});

test('one build at a time: the second waits, or says so and leaves the first alone', async ({ site }) => {
  await buildSite(site);
  site.render = async ({ outDir }) => {
    await rename(outDir, `${site.outDir}.next-${process.ppid}`);
    site.render = renderHalf;
    await expect(buildSite({ ...site, patienceMs: 0 })).rejects.toThrow('is being built by somebody else');
    await rename(`${site.outDir}.next-${process.ppid}`, outDir);
    await writeFiles(outDir, { 'index.html': 'first', 'about-us.html': 'about' });
  };
  await buildSite(site);
  expect(await readBuilt(site, 'index.html')).toBe('first');
  await mkdir(`${site.outDir}.next-${process.ppid}`);
  const second = buildSite(site).catch((error: Error) => error.message);
  await rm(`${site.outDir}.next-${process.ppid}`, { recursive: true });
  expect(await second).toContain('page bug');
  expect(await listBeside(site)).toEqual(['content', 'dist']);
});

test('the new site replaces the old one whole', async ({ site }) => {
  await buildSite(site);
  site.pages = { 'index.html': 'new', 'about-us.html': 'about' };
  await buildSite(site);
  const originals = (await listFiles(site.outDir)).filter((name) => !/\.(br|gz)$/.test(name));
  expect(originals.sort()).toEqual(
    [
      '.content.json',
      '.service.json',
      '_redirects',
      'about-us.html',
      'build.json',
      'index.html',
      'seo-figures.json',
    ].sort(),
  );
  expect(await listBeside(site)).toEqual(['content', 'dist']);
});

test('an unchanged project is recognised, and every kind of change', async ({ site }) => {
  await writeFiles(site.root, { 'src/a.ts': '1', 'public/b.txt': '1' });
  expect(await findUnchangedSite(site), 'nothing built yet').toBeUndefined();
  const { manifest } = await buildSite(site);
  expect(await findUnchangedSite(site)).toEqual(manifest);

  const expectChange = async (files: Record<string, string>) => {
    await writeFiles(site.root, files);
    expect(await findUnchangedSite(site), Object.keys(files).join()).toBeUndefined();
    await buildSite(site);
    expect(await findUnchangedSite(site)).toBeDefined();
  };
  await expectChange({ 'content/shop.json': JSON.stringify(makeShop('£41.00')) });
  await expectChange({ 'src/a.ts': '2' });
  await expectChange({ 'src/deep/new.ts': '' });
  await expectChange({ 'public/b.txt': '2' });
  await expectChange({ 'astro.config.mjs': 'export default {}' });
  await expectChange({ 'package-lock.json': '{}' });
  await rm(join(site.root, 'src/a.ts'));
  expect(await findUnchangedSite(site), 'a removed file').toBeUndefined();
});

test('a site that is no longer whole is built again', async ({ site }) => {
  await buildSite(site);
  await rm(join(site.outDir, 'prices.html'));
  expect(await findUnchangedSite(site)).toBeUndefined();
});

test('an edit made during a build counts as a change the next time', async ({ site }) => {
  const render = site.render;
  site.render = async (options) => {
    await writeFile(join(site.contentDir, 'shop.json'), JSON.stringify(makeShop('£50.00')));
    await render(options);
  };
  await buildSite(site);
  expect(await findUnchangedSite(site)).toBeUndefined();
});

async function renderHalf({ outDir }: { outDir: string }): Promise<void> {
  await writeFiles(outDir, { 'index.html': 'half' });
  throw new Error('page bug');
}
