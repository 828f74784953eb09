import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { TEST_DIST } from '../support/test-site.ts';
import { readPage } from './built-site.ts';

for (const [path, alone] of [
  ['/', ['video-still']],
  ['/pick-your-own', []],
] as const) {
  test(`the drawings that ${path} loads late are in one sheet, which contains no others`, () => {
    const images = [
      ...readPage(path).matchAll(/<img [^>]*src="(\/_astro\/([\w-]+)\.[^"#]*\.svg)#?([\w-]*)"/g),
    ];
    const inSheet = images.filter(([, , , view]) => view !== '');
    const names = [...new Set(inSheet.map(([, , , view]) => view))];
    expect(images.filter((image) => !inSheet.includes(image)).map(([, , name]) => name)).toEqual(alone);
    const [sheet, ...others] = new Set(inSheet.map(([, file]) => file));
    expect(others).toEqual([]);
    const views = readFileSync(`${TEST_DIST}${sheet}`, 'utf8').matchAll(/<view id="([\w-]+)"/g);
    expect([...views].map(([, name]) => name)).toEqual(names);
  });
}
