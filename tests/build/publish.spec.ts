import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { buildSite, type RenderOptions } from '../../src/build/build.ts';
import { compressFolder } from '../../src/build/compress.ts';
import { writePrecache } from '../../src/build/precache.ts';
import { previewContent, publishContent } from '../../src/build/publish.ts';
import { readPrecache } from '../support/precache.ts';
import { LONG_TEXT, makeShop, SMALL_SITE, writeFiles } from '../support/small-site.ts';
import { expect, test } from './test.ts';

test('every kind of text file gets both forms, which unpack to the same bytes', async ({ site }) => {
  const names = [
    'a.html',
    'a.css',
    'a.js',
    'a.svg',
    'a.json',
    'a.xml',
    'a.txt',
    'a.webmanifest',
    'deep/b.html',
  ];
  await writeFiles(site.outDir, Object.fromEntries(names.map((name) => [name, LONG_TEXT])));
  await compressFolder(site.outDir);
  for (const name of names) {
    const [brotli, gzip] = await Promise.all(
      ['.br', '.gz'].map((extension) => readFile(join(site.outDir, name + extension))),
    );
    expect(brotliDecompressSync(brotli ?? '').toString(), name).toBe(LONG_TEXT);
    expect(gunzipSync(gzip ?? '').toString(), name).toBe(LONG_TEXT);
  }
});

test('pictures, files that would not shrink, and private files stay alone', async ({ site }) => {
  const files = { 'a.png': LONG_TEXT, 'a.woff2': LONG_TEXT, 'tiny.txt': 'x', '.content.json': LONG_TEXT };
  await writeFiles(site.outDir, files);
  await compressFolder(site.outDir);
  expect((await readdir(site.outDir)).sort()).toEqual(Object.keys(files).sort());
});

test('a compressed file is reused only while it unpacks to the same bytes', async ({ site }) => {
  const lastFolder = join(site.root, 'last');
  // Other bytes than the build's own, so that it shows which they are.
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const [brotli, gzip] = [brotliCompressSync(LONG_TEXT, fast), gzipSync(LONG_TEXT, { level: 1 })];
  await writeFiles(lastFolder, {
    'same.html.br': brotli,
    'same.html.gz': gzip,
    'changed.html.br': brotli,
    'changed.html.gz': gzip,
    'damaged.html.br': brotli.subarray(1),
    'damaged.html.gz': gzip.subarray(1),
  });
  const changed = LONG_TEXT.replace('Fraser', 'Douglas');
  const texts = { 'same.html': LONG_TEXT, 'changed.html': changed, 'damaged.html': LONG_TEXT };
  await writeFiles(site.outDir, texts);
  await compressFolder(site.outDir, lastFolder);
  const read = (name: string) => readFile(join(site.outDir, name));
  expect(await read('same.html.br')).toEqual(brotli);
  expect(await read('same.html.gz')).toEqual(gzip);
  for (const [name, text] of Object.entries(texts)) {
    expect(brotliDecompressSync(await read(`${name}.br`)).toString(), name).toBe(text);
    expect(gunzipSync(await read(`${name}.gz`)).toString(), name).toBe(text);
  }
});

test('towns without room take none from the farm’s own pages', async ({ site }) => {
  const towns = Array.from({ length: 40 }, (_, number) => [
    `christmas-trees-a${number}.html`,
    `<title>Town</title>${randomBytes(5000).toString('hex')}`,
  ]);
  await writeFiles(site.outDir, {
    ...Object.fromEntries(towns),
    'index.html': '<body data-keep-pages="/_astro/keep-pages-Ab.js"><img src="/_astro/tree.Ab.svg">',
    'prices.html': '<title>Prices</title>',
    'offline.html': '<meta name="robots" content="noindex">',
    'order.html': '<meta name="robots" content="noindex">',
    '_astro/keep-pages-Ab.js': 'keep()',
    '_astro/tree.Ab.svg': '<svg/>',
    'sw.js': 'work()',
  });
  await writePrecache(site.outDir);
  const kept = Object.keys(readPrecache(site.outDir).files);
  const own = ['/offline', '/', '/prices', '/_astro/keep-pages-Ab.js', '/_astro/tree.Ab.svg'];
  expect(kept.slice(0, own.length)).toEqual(own);
  expect(kept.slice(own.length).every((path) => path.startsWith('/christmas-trees-'))).toBe(true);
  expect(kept.length - own.length).toBeGreaterThan(20);
  expect(kept.length - own.length).toBeLessThan(towns.length);
});

const NOW = new Date('2025-11-10T12:00:00Z');
const refuse = async () => false;
const agree = async () => true;

test('publishing shows the change and swaps the new site in', async ({ site }) => {
  const printed: string[] = [];
  const publish = async () => {
    printed.length = 0;
    await publishContent(site, { confirm: refuse, now: NOW, print: (line) => void printed.push(line) });
    return printed.join('\n');
  };
  expect(await publish()).toContain('Nothing has been published yet');
  expect(await publish()).toBe('Nothing changed: the site is up to date.');

  site.values = { ...site.values, 'shop.json': makeShop('£29.00') };
  const output = await publish();
  expect(output).toContain('shop.json, branchBox.price: £27.35 to £29.00');
  expect(output).not.toContain('mistake');
  expect(output).toContain('within a second');
  expect(await readFile(join(site.outDir, '.content.json'), 'utf8')).toContain('£29.00');

  await writeFiles(site.root, { 'src/text.astro': 'new' });
  expect(await publish()).toContain('No content value changed, but texts or code did.');
});

test('what looks like a mistake is published only when it is confirmed', async ({ site }) => {
  await buildSite(site);
  site.values = { ...site.values, 'shop.json': makeShop('£273.50') };
  const printed: string[] = [];
  const publish = (confirm: () => Promise<boolean>) =>
    publishContent(site, { confirm, now: NOW, print: (line) => void printed.push(line) });
  await expect(publish(refuse)).rejects.toThrow('Nothing was published');
  expect(printed[0]).toBe('shop.json, branchBox.price: £27.35 to £273.50');
  expect(printed.at(-1)).toContain('£27.35 to £273.50 is more than 30 % dearer');
  const readPublished = () => readFile(join(site.outDir, '.content.json'), 'utf8');
  expect(await readPublished()).toContain('£27.35');
  await publish(agree);
  expect(await readPublished()).toContain('£273.50');
});

test('mistaken content is not published', async ({ site }) => {
  await buildSite(site);
  site.readContent = () => Promise.reject(new Error('shop.json: price: £4O'));
  const printed: string[] = [];
  const publishing = { confirm: agree, now: NOW, print: (line: string) => void printed.push(line) };
  await expect(publishContent(site, publishing)).rejects.toThrow('£4O');
  expect(printed).toEqual([]);
  expect(await readFile(join(site.outDir, '.content.json'), 'utf8')).toContain('£27.35');
});

test('a preview leaves the published site as it is, and is what is then published, unless the content changes', async ({
  site,
}) => {
  await buildSite(site);
  const render = site.render;
  let renders = 0;
  const options = {
    ...site,
    previewDir: join(site.root, 'preview'),
    render: (each: RenderOptions) => {
      renders += 1;
      return render(each);
    },
  };
  const readPublished = () => readFile(join(site.outDir, 'index.html'), 'utf8');
  site.pages = { ...SMALL_SITE, 'index.html': 'drafted' };
  await previewContent(options, () => {});
  expect(await readFile(join(options.previewDir, 'index.html'), 'utf8')).toBe('drafted');
  expect(await readPublished()).not.toBe('drafted');
  // As in a copy of the content for a preview, which has no README.
  await writeFile(join(site.contentDir, 'README.md'), 'What is where');
  await buildSite(options);
  expect(await readPublished()).toBe('drafted');
  expect(renders).toBe(1);
  site.pages = { ...SMALL_SITE, 'index.html': 'drafted again' };
  await writeFile(join(site.contentDir, 'changed.json'), '{}');
  await buildSite(options);
  expect(await readPublished()).toBe('drafted again');
});
