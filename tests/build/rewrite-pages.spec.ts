import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rewritePages } from '../../src/build/rewrite-pages.ts';
import { type SmallSite, writeFiles } from '../support/small-site.ts';
import { expect, test } from './test.ts';

const ITEM = '<i class="b astro-zzzzzzzz"></i>';

async function shorten(site: SmallSite, home: string): Promise<string[]> {
  const prices =
    '<p class="astro-aaaaaaaa"><astro-island></astro-island><style>.astro-aaaaaaaa{top:0}</style>';
  await writeFiles(site.outDir, { 'index.html': home, 'prices.html': prices });
  await rewritePages(site.outDir);
  const read = (name: string) => readFile(join(site.outDir, name), 'utf8');
  return [await read('index.html'), await read('prices.html')];
}

test('a scope has one short name on every page, and islands keep theirs', async ({ site }) => {
  expect(await shorten(site, ITEM)).toEqual([
    '<i class="b _1"></i>',
    '<p class="_0"><astro-island></astro-island><style>._0{top:0}</style>',
  ]);
});

test('styles come together in the first, in their order, and what a script says of styles stays', async ({
  site,
}) => {
  const script = '<script>"<style>no</style>"</script>';
  const [home] = await shorten(
    site,
    `<style>@layer a,b;\n</style>${script}<style>b{top:0}</style><p>c<style>d{top:1px}</style>`,
  );
  expect(home).toBe(`<style>@layer a,b;b{top:0}d{top:1px}</style>${script}<p>c`);
});

test('the styles of components that a page does not show go, and classes that an island may bring stay', async ({
  site,
}) => {
  const [home] = await shorten(
    site,
    `${ITEM}<style>.b.astro-zzzzzzzz{top:0}.astro-yyyyyyyy p{top:1px}.late:not(.off){top:2px}</style>`,
  );
  expect(home).toBe('<i class="b _2"></i><style>.b._2{top:0}.late:not(.off){top:2px}</style>');
});

test('what is added to one page leaves the others as browsers have kept them', async ({ site }) => {
  const [, before] = await shorten(site, ITEM);
  const [, after] = await shorten(site, ITEM.repeat(50));
  expect(after).toBe(before);
});
