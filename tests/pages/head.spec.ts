import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { isListed } from '#domain/pages.ts';
import { TEST_DIST } from '../support/test-site.ts';
import { headValue, pagePaths, readPage, structuredData } from './built-site.ts';

const SITE = 'https://www.example.com';
/** Those for visitors. Search engines and sharing sites never see the farm's own. */
const PATHS = pagePaths().filter((path) => !path.startsWith('/admin'));

test('every page has metadata for search engines and sharing sites', async () => {
  const images = new Set<string>();
  for (const path of PATHS) {
    const html = readPage(path);
    const read = (name: string) => headValue(html, name) ?? '';
    const title = read('title');
    const description = read('description');
    expect(title.length, path).toBeGreaterThan(10);
    expect(title.length, path).toBeLessThanOrEqual(65);
    expect(description.length, path).toBeGreaterThanOrEqual(50);
    expect(description.length, path).toBeLessThanOrEqual(170);
    expect(read('canonical')).toBe(`${SITE}${path}`);
    expect(read('og:url')).toBe(`${SITE}${path}`);
    expect(read('og:title')).toBe(title);
    expect(read('og:description')).toBe(description);
    expect(read('twitter:card')).toBe('summary_large_image');
    expect(read('author')).toBe('Otter Lane Christmas Trees');
    expect(read('robots'), path).toBe(isListed(path) ? 'index, follow' : 'noindex, nofollow');
    images.add(read('og:image').replace(SITE, TEST_DIST));
  }
  for (const image of images) {
    const { width, height, format } = await sharp(image).metadata();
    expect({ width, height, format }, image).toEqual({ width: 1200, height: 630, format: 'jpeg' });
  }
});

test('the list of orders describes itself too, for nobody to index', () => {
  const html = readPage('/admin/orders');
  const read = (name: string) => headValue(html, name);
  expect(read('title')).toMatch(/^Branch box orders \| /);
  expect(read('robots')).toBe('noindex, nofollow');
  expect(read('description')).toMatch(/^The orders of branch boxes/);
  expect(read('og:description')).toBe(read('description'));
  expect(read('og:title')).toBe(read('title'));
  expect(read('canonical')).toBe(`${SITE}/admin/orders`);
  expect(read('og:url')).toBe(read('canonical'));
});

test('every page is painted together with its first words', () => {
  // These start with a heading only.
  const wordless = ['/branch-box-checkout', '/nordmann-branches/thank-you', '/order', '/pay'];
  for (const path of PATHS) {
    const [head = '', body = ''] = readPage(path).split('<body');
    const awaited = [...head.matchAll(/<link rel="expect" href="#(\w+)" blocking="render">/g)];
    expect(awaited, path).toHaveLength(wordless.includes(path) ? 0 : 1);
    // Waiting for a missing element would delay the page until its end.
    for (const [, id] of awaited) expect(body).toMatch(new RegExp(`</h1>\\s*<div class="[^"]*" id="${id}"`));
  }
});

test('no two pages share a title or a description', () => {
  for (const name of ['title', 'description']) {
    const values = PATHS.map((path) => headValue(readPage(path), name));
    expect(new Set(values).size).toBe(values.length);
  }
});

test('the sitemap lists exactly the public pages', () => {
  const sitemap = readFileSync(`${TEST_DIST}/sitemap-0.xml`, 'utf8');
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc><lastmod>\d{4}-\d\d-\d\d</g)].map(
    ([, address = '']) => address.replace(SITE, '').replace(/^$/, '/'),
  );
  expect(listed.sort()).toEqual(pagePaths().filter(isListed));
  expect(readFileSync(`${TEST_DIST}/robots.txt`, 'utf8')).toContain(`Sitemap: ${SITE}/sitemap-index.xml`);
  expect(existsSync(`${TEST_DIST}/sitemap-index.xml`)).toBe(true);
});

test('pages have structured data of their kinds', () => {
  for (const [path, kinds] of Object.entries({
    '/': ['TouristAttraction', 'LocalBusiness'],
    '/prices': ['Product', 'BreadcrumbList'],
    '/tree-varieties': ['Product'],
    '/nordmann-branches': ['Product'],
    '/faq': ['FAQPage'],
    '/care-guide': ['HowTo'],
    '/visit': ['FAQPage'],
  })) {
    const found = structuredData(readPage(path)).map((thing) => thing['@type']);
    expect(found, path).toEqual(expect.arrayContaining(kinds));
  }
});

test('the home page has the structured-data reading of dates, hours and prices', () => {
  const things = structuredData(readPage('/'));
  const hours = {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    opens: '09:00',
    closes: '17:00',
    validFrom: '2025-11-22',
    validThrough: '2025-12-24',
  };
  const attraction = things.find((thing) => thing['@type'] === 'TouristAttraction');
  expect(attraction?.openingHoursSpecification).toEqual([hours]);
  const business = things.find((thing) => thing['@type'] === 'LocalBusiness');
  expect(business?.priceRange).toBe('£25-£75');
});

test('a product offers each size of the price list at its price', () => {
  const products = structuredData(readPage('/prices')).filter((thing) => thing['@type'] === 'Product');
  const spruce = products.find(({ name }) => name === 'Norway Spruce') as Record<
    string,
    Record<string, unknown>
  >;
  expect(spruce?.offers).toMatchObject({ lowPrice: '20.00', highPrice: '160.00', offerCount: 11 });
});

test('the farm is one thing on every page, with a picture and a number that can be rung from abroad', () => {
  const farms = pagePaths()
    .flatMap((path) => structuredData(readPage(path)))
    .filter((thing) => /Attraction|Business/.test(String(thing['@type'])));
  expect(farms.length).toBeGreaterThan(3);
  const shared = farms.map(({ '@id': id, name, url, image, telephone }) => ({
    id,
    name,
    url,
    image,
    telephone,
  }));
  expect(new Set(shared.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(shared[0]).toMatchObject({ id: `${SITE}/#farm`, telephone: expect.stringMatching(/^\+44 1/) });
  expect(existsSync(String(shared[0]?.image).replace(SITE, TEST_DIST))).toBe(true);
});

test('each product has an address, words and a picture of its own, and its offers say where they can be had', () => {
  for (const path of ['/prices', '/tree-varieties', '/tree-stands', '/nordmann-branches']) {
    const html = readPage(path);
    const products = structuredData(html).filter((thing) => thing['@type'] === 'Product');
    expect(products.length, path).toBeGreaterThan(0);
    for (const { '@id': id, url, image, offers } of products) {
      expect(id, path).toContain(`${SITE}/#`);
      expect(url).toBe(`${SITE}${path}`);
      expect(existsSync(String(image).replace(SITE, TEST_DIST)), `${path} ${image}`).toBe(true);
      expect(JSON.stringify(offers), path).toMatch(
        /"availability":"https:\/\/schema.org\/In(Stock|StoreOnly)"/,
      );
    }
    const words = products.map(({ description }) => description);
    expect(new Set([headValue(html, 'description'), ...words]).size, path).toBe(words.length + 1);
    expect(new Set(products.map(({ image }) => image)).size, path).toBe(products.length);
  }
  // The trade's prices are no offer to everybody.
  expect(structuredData(readPage('/wholesale')).map((thing) => thing['@type'])).not.toContain('Product');
});

test('the tourist attraction stands in the head of the home page, once, and nothing else does', () => {
  const [head = '', body = ''] = readPage('/').split('<body');
  expect(structuredData(head).map((thing) => thing['@type'])).toEqual(['TouristAttraction']);
  expect(structuredData(body).map((thing) => thing['@type'])).not.toContain('TouristAttraction');
});

test('the manifest has a name and icons for a phone’s home screen', async () => {
  const manifest = JSON.parse(readFileSync(`${TEST_DIST}/site.webmanifest`, 'utf8'));
  expect(manifest).toMatchObject({ name: 'Otter Lane Christmas Trees', lang: 'en-GB', id: '/', scope: '/' });
  for (const { src, sizes } of [...manifest.icons, { src: '/icons/180.png', sizes: '180x180' }]) {
    const { width, height } = await sharp(`${TEST_DIST}${src}`).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect(readPage('/')).toContain('<link rel="apple-touch-icon" href="/icons/180.png">');
});
