import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { TEST_DIST } from '../support/test-site.ts';
import { pagePaths, readPage } from './built-site.ts';
import { validateMarkup } from './validate-markup.ts';

test('every page is valid HTML', async () => {
  for (const path of [...pagePaths(), '/embed/tickets'])
    expect.soft(await validateMarkup(readPage(path)), path).toEqual([]);
});

test('the drawings that home loads late are in one sheet, which contains no others, and other pages use it too', () => {
  const listImages = (path: string) =>
    [...readPage(path).matchAll(/<img [^>]*src="(\/_astro\/([\w-]+)\.[^"#]*\.svg)#?([\w-]*)"/g)].filter(
      ([, , name]) => name !== 'heights',
    );
  const listSheets = (path: string) =>
    new Set(listImages(path).flatMap(([, file, , view]) => (view === '' ? [] : [file])));
  const [sheet] = listSheets('/');
  for (const path of ['/', '/pick-your-own', '/contact-us']) expect([...listSheets(path)]).toEqual([sheet]);
  const home = listImages('/');
  expect(home.flatMap(([, , name, view]) => (view === '' ? [name] : []))).toEqual(['video-still']);
  const views = readFileSync(`${TEST_DIST}${sheet}`, 'utf8').matchAll(/<view id="([\w-]+)"/g);
  expect([...views].map(([, name]) => name)).toEqual([
    ...new Set(home.flatMap(([, , , view = '']) => (view === '' ? [] : [view]))),
  ]);
});

test('every page counts visits with less than 1 kB of inline script, and mentions no third party’s statistics', () => {
  for (const path of pagePaths()) {
    const html = readPage(path);
    const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
      .map(([, code = '']) => code)
      .filter((code) => code.includes('sendBeacon'));
    expect(scripts, path).toHaveLength(1);
    const [script = ''] = scripts;
    expect(Buffer.byteLength(script), `${path}: bytes as they stand`).toBeLessThan(1000);
    expect(brotliCompressSync(script).length, `${path}: bytes with brotli`).toBeLessThan(500);
    expect(html).toContain(`data-page="${path}"`);
    expect(html, path).not.toMatch(/consent|data-analytics/i);
  }
});
