import { readFileSync, statSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { hashFile } from '../../src/build/manifest.ts';
import { MAX_PRECACHE_BYTES } from '../../src/build/precache.ts';
import { findPayments, PAYMENT_PATHS, PRIVATE_PATHS } from '../../src/domain/pages.ts';
import { OFFLINE_PATH } from '../../src/domain/service-worker.ts';
import { readPrecache } from '../support/precache.ts';
import { TEST_DIST } from '../support/test-site.ts';
import { headValue, pagePaths, readPage } from './built-site.ts';

const { files, untouched } = readPrecache();
const fileOf = (path: string) =>
  `${TEST_DIST}${path === '/' ? '/index.html' : path.includes('.') ? path : `${path}.html`}`;
const isHidden = (path: string) => headValue(readPage(path), 'robots')?.includes('noindex') === true;

test('browsers keep exactly the content pages and the offline page', () => {
  const pages = Object.keys(files).filter((path) => !path.includes('.'));
  const wanted = pagePaths().filter((path) => !isHidden(path) && !PAYMENT_PATHS.includes(path));
  expect(pages.sort()).toEqual([...wanted, OFFLINE_PATH].sort());
  // Pages with payments or a sign-in neither keep nor prerender any.
  const keeping = pagePaths().filter((path) => readPage(path).includes('data-keep-pages'));
  const isBarred = (path: string) =>
    PRIVATE_PATHS.includes(path) || path.startsWith('/admin') || findPayments(path) === 'card';
  expect(keeping.filter(isBarred)).toEqual([]);
  expect(keeping.length).toBeGreaterThan(12);
});

test('everything precached is at most 285 kB with brotli', () => {
  const bytes = [...Object.keys(files).map(fileOf), `${TEST_DIST}/sw.js`]
    .map((file) => statSync(`${file}.br`).size)
    .reduce((sum, size) => sum + size);
  expect(MAX_PRECACHE_BYTES).toBe(285_000);
  expect(bytes).toBeLessThanOrEqual(285_000);
  expect(bytes, 'and no empty list').toBeGreaterThan(100_000);
});

test('the script that dates prices is precached before any drawing', () => {
  const parts = Object.keys(files).filter((path) => path.startsWith('/_astro/'));
  expect(parts[0]).toMatch(/keep-pages[\w-]*\.js$/);
});

test('the hashes match the files', () => {
  for (const [path, hash] of Object.entries(files)) {
    expect(hashFile(readFileSync(fileOf(path))), path).toBe(hash);
  }
});

test('every page hidden from search engines is private, except the two for missing content', () => {
  expect(untouched).toEqual(PRIVATE_PATHS);
  const isPrivate = (path: string) =>
    PRIVATE_PATHS.some((address) => path === address || path.startsWith(`${address}/`));
  const hidden = pagePaths().filter(isHidden);
  expect(hidden.filter((path) => !isPrivate(path))).toEqual(['/404', OFFLINE_PATH]);
  expect(pagePaths().filter((path) => isPrivate(path) && !isHidden(path))).toEqual([]);
});

test('the worker has no imports', () => {
  expect(readFileSync(`${TEST_DIST}/sw.js`, 'utf8')).not.toMatch(/\bimport\b/);
});
