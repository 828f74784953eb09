import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { compressFolder } from '../../src/build/compress.ts';
import { LONG_TEXT, writeFiles } from '../support/small-site.ts';
import { expect, test } from './edit-content.ts';

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

test('a form that is there already is left alone', async ({ site }) => {
  await writeFiles(site.outDir, { 'a.html': LONG_TEXT });
  await compressFolder(site.outDir);
  await writeFile(join(site.outDir, 'a.html.br'), 'made by hand');
  await compressFolder(site.outDir);
  expect(await readFile(join(site.outDir, 'a.html.br'), 'utf8')).toBe('made by hand');
  expect(await readdir(site.outDir)).toHaveLength(3);
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
