import { randomBytes } from 'node:crypto';
import { writePrecache } from '../../src/build/precache.ts';
import { readKeptSite } from '../support/precache.ts';
import { writeFiles } from '../support/small-site.ts';
import { expect, test } from './edit-content.ts';

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
  await writePrecache(site.outDir, undefined);
  const kept = Object.keys(readKeptSite(site.outDir).files);
  const own = ['/offline', '/', '/prices', '/_astro/keep-pages-Ab.js', '/_astro/tree.Ab.svg'];
  expect(kept.slice(0, own.length)).toEqual(own);
  expect(kept.slice(own.length).every((path) => path.startsWith('/christmas-trees-'))).toBe(true);
  expect(kept.length - own.length).toBeGreaterThan(20);
  expect(kept.length - own.length).toBeLessThan(towns.length);
});
