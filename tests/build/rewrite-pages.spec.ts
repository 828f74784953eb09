import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rewritePages } from '../../src/build/rewrite-pages.ts';
import { type SmallSite, writeFiles } from '../support/small-site.ts';
import { expect, test } from './test.ts';

const ITEM = '<i class="b astro-zzzzzzzz"></i>';

async function shorten(site: SmallSite, home: string): Promise<string[]> {
  const prices =
    '<p class="astro-aaaaaaaa"><astro-island></astro-island><style>.b.astro-zzzzzzzz{top:0}</style>';
  await writeFiles(site.outDir, { 'index.html': home, 'prices.html': prices });
  await rewritePages(site.outDir);
  const read = (name: string) => readFile(join(site.outDir, name), 'utf8');
  return [await read('index.html'), await read('prices.html')];
}

test('a scope has one short name on every page, and islands keep theirs', async ({ site }) => {
  expect(await shorten(site, ITEM)).toEqual([
    '<i class="b _1"></i>',
    '<p class="_0"><astro-island></astro-island><style>.b._1{top:0}</style>',
  ]);
});

test('styles come together in the first, in their order, and what a script says of styles stays', async ({
  site,
}) => {
  const script = '<script>"<style>no</style>"</script>';
  const [home] = await shorten(
    site,
    `<style>@layer a;\n</style>${script}<style>b{}</style><p>c<style>d{}</style>`,
  );
  expect(home).toBe(`<style>@layer a;b{}d{}</style>${script}<p>c`);
});

test('what is added to one page leaves the others as browsers have kept them', async ({ site }) => {
  const [, before] = await shorten(site, ITEM);
  const [, after] = await shorten(site, ITEM.repeat(50));
  expect(after).toBe(before);
});
