import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeoFigures } from '#domain/seo-figures.ts';
import { buildSite } from '../../src/build/build.ts';
import { buildAndReport } from '../../src/build/build-site.ts';
import { SMALL_SITE, type SmallSite } from '../support/small-site.ts';
import { expect, test } from './test.ts';

const NO_ADDRESS = 'no-such-address';
const NO_ANCHOR = 'no-such-anchor';

async function buildFigures(site: SmallSite, pages: SmallSite['pages']): Promise<SeoFigures> {
  site.pages = { ...SMALL_SITE, ...pages };
  await buildSite(site);
  return JSON.parse(await readFile(join(site.outDir, 'seo-figures.json'), 'utf8'));
}

test('a link to what is not there is found, with every page that has it', async ({ site }) => {
  const { brokenLinks } = await buildFigures(site, {
    'index.html': '<a href="/nowhere">x</a><a href="/nowhere">again</a>',
    'prices.html': '<a href=nowhere>x</a><img src="/tree.jpg"><img src="/tree.png">',
    'admin/orders.html': '<a href="../nowhere">x</a><a href="orders">itself</a>',
  });
  expect(brokenLinks).toEqual([
    { address: '/nowhere', problem: NO_ADDRESS, pages: ['/admin/orders', '/', '/prices'] },
    { address: '/tree.jpg', problem: NO_ADDRESS, pages: ['/prices'] },
  ]);
});

test('an anchor is held against the ids of the page that it leads to', async ({ site }) => {
  const { brokenLinks } = await buildFigures(site, {
    'index.html': '<h2 id="here">x</h2><a href="#here">x</a><a href="#gone">x</a><a href="#top">x</a>',
    'prices.html': '<a href="/#here">x</a><a href="/about-us#missing">x</a><a href="/tree.png#x">x</a>',
    'about-us.html': '<p id="a&amp;b"><a href="#a&amp;b">x</a><a href="#a%26b">x</a>',
  });
  expect(brokenLinks).toEqual([
    { address: '/#gone', problem: NO_ANCHOR, pages: ['/'] },
    { address: '/about-us#missing', problem: NO_ANCHOR, pages: ['/prices'] },
  ]);
});

test("a link through a redirect is held against where that leads, with its own anchor or the redirect's", async ({
  site,
}) => {
  const { brokenLinks } = await buildFigures(site, {
    'index.html': '<a href="/animals">x</a><a href="/animals#team">x</a><a href="/about#none">x</a>',
    'about-us.html': '<p id="team">',
  });
  expect(brokenLinks).toEqual([
    { address: '/about#none', problem: NO_ANCHOR, pages: ['/'] },
    { address: '/animals', problem: NO_ANCHOR, pages: ['/'] },
  ]);
});

test('every attribute that loads or leads counts, and whole addresses of this site do', async ({ site }) => {
  const own = 'https://www.example.com';
  const { brokenLinks } = await buildFigures(site, {
    'index.html': `<link rel="canonical" href="${own}/1"><meta content="${own}/2.png"><script src="/3.js"></script>
      <img srcset="/4.png 1x, /5.png 2x, /tree.png 3x"><video poster='/6.png'></video>
      <button data-embed="/7">x</button><svg><use href="/8.svg#x"/></svg>`,
    'sitemap-0.xml': `<urlset><url><loc>${own}/prices</loc></url><url><loc>${own}/9</loc></url></urlset>`,
  });
  expect(brokenLinks.map(({ address }) => address)).toEqual([
    '/1',
    '/2.png',
    '/3.js',
    '/4.png',
    '/5.png',
    '/6.png',
    '/7',
    '/8.svg#x',
    '/9',
  ]);
  expect(brokenLinks.at(-1)?.pages).toEqual(['/sitemap-0.xml']);
});

test('other hosts, the service, and what only looks like a link are left alone', async ({ site }) => {
  const { brokenLinks } = await buildFigures(site, {
    'index.html': `<a href="https://elsewhere.example/nowhere">x</a><a href="tel:01632960214">x</a>
      <a href="mailto:a@example.com">x</a><img src="data:image/gif;base64,AAAA"><a href="/api/orders">x</a>
      <a href="/prices?size=6#:~:text=Prices">x</a><a href="/prices/">x</a><a href="/seo-figures.json">x</a>
      <!-- <a href="/old"> --><script>const a = '<a href="/made-up">';</script>
      <p title='<a href="/quoted">' data-href="/data">x</p><meta name="description" content="/words">`,
  });
  expect(brokenLinks).toEqual([]);
});

test('redirects are listed with what is wrong with them', async ({ site }) => {
  const figures = await buildFigures(site, {});
  expect(figures.redirects).toEqual([
    { from: '/about', to: '/about-us' },
    { from: '/animals', to: '/about-us#animals', problem: NO_ANCHOR },
    { from: '/Donkeys.html', to: '/about-us#animals', problem: NO_ANCHOR },
    { from: '/about-us?page=2', to: '/' },
  ]);
});

test('pages are weighed as sent, heaviest first, and the sitemap is counted', async ({ site }) => {
  const { pageWeights, sitemapPages } = await buildFigures(site, {
    'tiny.html': 'x',
    'sitemap-index.xml': '<sitemapindex><sitemap><loc>https://www.example.com/sitemap-0.xml</loc>',
    'sitemap-0.xml': '<urlset><url><loc>https://www.example.com/prices</loc></url></urlset>',
  });
  expect(sitemapPages).toBe(1);
  const { length: prices } = await readFile(join(site.outDir, 'prices.html.br'));
  expect(pageWeights).toHaveLength(6);
  expect(pageWeights).toContainEqual({ page: '/prices', bytes: prices });
  expect(pageWeights, 'brotli makes it no smaller').toContainEqual({ page: '/tiny', bytes: 1 });
  const bytes = pageWeights.map((each) => each.bytes);
  expect(bytes).toEqual([...bytes].sort((a, b) => b - a));
});

test('the file is compressed and listed like any other, and equal for equal pages', async ({ site }) => {
  const pages = { 'index.html': '<a href="/nowhere">x</a>' };
  const first = await buildFigures(site, pages);
  expect(await buildFigures(site, pages)).toEqual(first);
  const { files } = JSON.parse(await readFile(join(site.outDir, 'build.json'), 'utf8'));
  const names = files.map(({ path }: { path: string }) => path);
  expect(names).toEqual(expect.arrayContaining(['seo-figures.json', 'seo-figures.json.br']));
});

test('the build prints a line for each, and puts the site in place', async ({ site }) => {
  site.pages = {
    ...SMALL_SITE,
    'index.html': '<a href="/nowhere">x</a>',
    'prices.html': '<a href="/nowhere">x</a>',
  };
  const printed: string[] = [];
  await buildAndReport(site, (line: string) => void printed.push(line));
  expect(printed.filter((line) => line.startsWith('Broken link'))).toEqual([
    'Broken link: / and 1 more link to /nowhere, and there is no such page or file.',
    'Broken link: content/redirects.json: /animals leads to /about-us#animals, and there is no such anchor on that page.',
    'Broken link: content/redirects.json: /Donkeys.html leads to /about-us#animals, and there is no such anchor on that page.',
  ]);
  expect(await readFile(join(site.outDir, 'index.html'), 'utf8')).toContain('/nowhere');
});
