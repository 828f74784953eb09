import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rewritePages } from '../../src/build/rewrite-pages.ts';
import { type SmallSite, writeFiles } from '../support/small-site.ts';
import { expect, test } from './test.ts';

const ITEM = '<i class="b astro-zzzzzzzz"></i>';

async function shorten(site: SmallSite, home: string): Promise<string[]> {
  const prices =
    '<p class="astro-aaaaaaaa"><astro-island></astro-island><style>.astro-aaaaaaaa{top:0}</style>';
  await writeFiles(site.outDir, { 'index.html': home, 'prices.html': prices, '_astro/tree.svg': '<svg/>' });
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

const LATE = '.late:not(.off){top:2px}.b.late,.late.off{top:3px}';
const ISLANDS =
  '<script>dispatchEvent(new Event("astro:reach"))</script><script>late();customElements.define("astro-island",f)</script>';

test.describe('what a page has nothing of', () => {
  test('the styles of its components go, and so do classes, but for those that its scripts speak of', async ({
    site,
  }) => {
    const scoped = '.b.astro-zzzzzzzz{top:0}.astro-yyyyyyyy p{top:1px}';
    const script =
      '<script>b.className = "added";</script><script type="application/ld+json">["off"]</script>';
    const [home] = await shorten(
      site,
      `${ITEM}<style>${scoped}${LATE}.added{top:4px}.off{top:5px}p:not(.off){top:6px}#off{top:7px}</style>${script}<b id="off">`,
    );
    expect(home).toBe(
      `<i class="b _2"></i><style>.b._2{top:0}.added{top:4px}.off{top:5px}p:not(.off){top:6px}#off{top:7px}</style>${script}<b id="off">`,
    );
  });

  test('classes stay where an island begins at once, or the service fills a slot', async ({ site }) => {
    for (const markup of ['<astro-island client="load"></astro-island>', '<!--form--><!--/form-->']) {
      const [home] = await shorten(site, `<style>.astro-yyyyyyyy p{top:1px}${LATE}</style>${markup}`);
      expect(home).toBe(`<style>${LATE}</style>${markup}`);
    }
  });

  test('classes come in a file with an island that is reached for, every style in its order', async ({
    site,
  }) => {
    const island = '<astro-island uid="1" client="reach"></astro-island><!--form--><!--/form--></body>';
    const [home] = await shorten(
      site,
      `${ITEM}<style>.late{top:0}.b.astro-zzzzzzzz{top:1px}</style>${ISLANDS}${island}`,
    );
    expect(home).toContain('<style>.b._1{top:1px}</style>');
    const [, path = ''] = /data-styles="\/(_astro\/styles\.[\w-]{8}\.css)"/.exec(home ?? '') ?? [];
    expect(await readFile(join(site.outDir, path), 'utf8')).toBe('.late{top:0}.b._1{top:1px}');
  });
});

test('scripts that run at the end stand there, in their order and before one that is fetched', async ({
  site,
}) => {
  const own = (name: string) => `<script type="module">${name}()</script>`;
  const [home] = await shorten(site, `${own('a')}<p>words${own('b')}<script>at.once</script></body>`);
  expect(home).toBe(`<p>words<script>at.once</script>${own('a')}${own('b')}</body>`);
  const fetched = '<script type="module" src="/c.js"></script>';
  const [page] = await shorten(site, `${own('a')}<p>words${fetched}<p>more${own('d')}</body>`);
  expect(page).toBe(`<p>words${own('a')}${fetched}<p>more${own('d')}</body>`);
});

test('what is added to one page leaves the others as browsers have kept them', async ({ site }) => {
  const [, before] = await shorten(site, ITEM);
  const [, after] = await shorten(site, ITEM.repeat(50));
  expect(after).toBe(before);
});
