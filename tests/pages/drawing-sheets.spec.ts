import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { TEST_DIST } from '../support/test-site.ts';
import { readPage } from './built-site.ts';

for (const path of ['/', '/pick-your-own']) {
  test(`the drawings that ${path} loads late come in two sheets, which hold no other`, () => {
    const images = [...readPage(path).matchAll(/<img [^>]*src="(\/_astro\/[^"#]*\.svg)#?([\w-]*)"/g)];
    const shown = Map.groupBy(images, ([, sheet = '']) => sheet);
    expect(shown.size).toBe(2);
    for (const [sheet, uses] of shown) {
      const views = [...readFileSync(TEST_DIST + sheet, 'utf8').matchAll(/<view id="([\w-]+)"/g)];
      const names = new Set(uses.map(([, , name]) => name));
      expect(views.map(([, name]) => name)).toEqual([...names]);
    }
  });
}
