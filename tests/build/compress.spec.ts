import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressFolder } from '../../src/build/compress.ts';
import { LONG_TEXT, writeFiles } from '../support/small-site.ts';
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

test('a form that is there already is left alone', async ({ site }) => {
  await writeFiles(site.outDir, { 'a.html': LONG_TEXT });
  await compressFolder(site.outDir);
  await writeFile(join(site.outDir, 'a.html.br'), 'made by hand');
  await compressFolder(site.outDir);
  expect(await readFile(join(site.outDir, 'a.html.br'), 'utf8')).toBe('made by hand');
  expect(await readdir(site.outDir)).toHaveLength(3);
});
