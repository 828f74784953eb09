import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { countInWords } from '#domain/count.ts';
import { pagePath } from '#domain/pages.ts';
import { listFiles } from '../../src/build/files.ts';
import { readContent } from '../../src/content/reader/read-content.ts';
import { KIND, PAGE, STAND, UNLISTED_PAGE } from '../support/added-content.ts';
import { CAMERA_MARKS, editContent } from '../support/edit-content.ts';
import { expect, test } from '../support/folder.ts';
import { EXTENDED_DIST, EXTENDED_PROJECT, TEST_CONTENT } from '../support/test-site.ts';
import { readPage as readBuilt, textOf } from './built-site.ts';

// Content that was edited in every way, and built by Astro. What is expected is read from the content.

const CONTENT = join(EXTENDED_PROJECT, 'content');
const readPage = (path: string) => readBuilt(path, EXTENDED_DIST);
const readOther = (file: string) => readFile(join(EXTENDED_DIST, file), 'utf8');

test('the pages show the new prices, hours, weeks, phone and messages', async ({ folder: copy }) => {
  await cp(TEST_CONTENT, copy, { recursive: true });
  const { shown, removedWeek } = await editContent(copy);
  expect(new Set(shown.map(({ words }) => words)).size).toBeGreaterThan(10);
  for (const { path, words } of shown) expect(textOf(readPage(path)), path).toContain(words);
  expect(textOf(readPage('/nordmann-branches'))).not.toContain(removedWeek);
});

test('an answer’s link is a link, and plain words to search engines', async () => {
  const html = readPage('/faq');
  expect(html).toMatch(/See <a href="\/prices"[^>]*>every price<\/a>, please\./);
  expect(html).toContain('See every price, please.');
});

test('a new kind of tree has its card, and its prices beside its silhouette', async () => {
  expect(textOf(readPage('/tree-varieties'))).toContain(KIND.name);
  const { content } = await readContent(CONTENT);
  const priced = content.pages.filter(({ data }) => data.readings.prices !== undefined);
  expect(priced.length).toBeGreaterThan(0);
  for (const { id } of priced) {
    const html = readPage(pagePath(id));
    expect(textOf(html), id).toContain(KIND.price);
    expect(html, id).toContain(`d="${KIND.path}"`);
  }
  expect(textOf(readPage('/visit'))).toContain(`${KIND.name} 4–6ft From ${KIND.price}`);
});

test('a new stand has its card, and on the home page too', async () => {
  const { stands } = (await readContent(CONTENT)).content;
  for (const path of ['/', '/tree-stands']) {
    const words = textOf(readPage(path));
    expect(words, path).toContain(STAND.name);
    expect(words, path).toContain(STAND.price);
    const shown = stands.filter(({ data }) => path === '/tree-stands' || data.onHomePage);
    for (const { data } of shown) expect(words, path).toContain(data.name);
  }
  expect(readPage('/tree-stands')).toContain(`"name":"${STAND.name}"`);
});

test('a new page is in the menus and the footer of every page, as its file says', async () => {
  for (const path of ['/', '/faq', PAGE.path]) {
    const html = readPage(path);
    const link = new RegExp(`<a href="${PAGE.path}"[^>]*>\\s*${PAGE.label}\\s*</a>`);
    const [header = '', footer = ''] = ['header', 'footer'].map(
      (name) => new RegExp(`<${name}[\\s\\S]*</${name}>`).exec(html)?.[0],
    );
    const [wide = '', narrow = ''] = header.match(/<nav[\s\S]*?<\/nav>/g) ?? [];
    for (const part of [wide, narrow, footer]) {
      expect(part.match(link) ?? [], path).toHaveLength(1);
      expect(part).not.toContain(UNLISTED_PAGE.path);
    }
  }
});

test('its section has its picture, a gallery and the other points', async () => {
  const html = readPage(PAGE.path);
  for (const alt of ['The barn beside the field', 'Lambs between the trees']) {
    expect(html).toContain(`alt="${alt}"`);
  }
  expect(html).toContain('<figcaption');
  expect(textOf(html)).toContain('Weeding By hand');
  expect(html).toContain(`"position":2,"name":"${PAGE.label}"`);
});

test('an unlisted page is built, and nothing tells search engines or browsers of it', async () => {
  expect(readPage(UNLISTED_PAGE.path)).toContain('<meta name="robots" content="noindex, nofollow">');
  for (const file of ['sitemap-0.xml', 'sw.js', 'offline.html', 'index.html']) {
    expect(await readOther(file), file).not.toContain(UNLISTED_PAGE.path);
  }
});

test('a new page of content/pages is published and listed, and counts the kinds of trees', async () => {
  const { varieties } = (await readContent(CONTENT)).content;
  const html = readPage(PAGE.path);
  expect(textOf(html)).toContain(PAGE.heading);
  expect(textOf(html)).toContain(PAGE.words.replace('{kinds}', countInWords(varieties.length)));
  expect(html).toContain('<meta name="robots" content="index, follow">');
  expect(await readOther('sitemap-0.xml')).toContain(`${PAGE.path}</loc>`);
  expect(textOf(readPage('/offline'))).toContain(PAGE.label);
  expect(await readOther('sw.js')).toContain(`"${PAGE.path}":`);
});

test('a notice is one entry, and on every public page with its days', async () => {
  const pages = JSON.parse(await readOther('build.json')).files.filter(
    ({ path }: { path: string }) => path.endsWith('.html') && !/^(404|embed|admin)\b/.test(path),
  );
  expect(pages.length).toBeGreaterThan(20);
  for (const { path } of pages) {
    const html = await readOther(path);
    const days = html.includes('data-from="2124-12-09T00:00:00.000Z" data-until="2124-12-11T00:00:00.000Z"');
    expect(days, path).toBe(true);
    const words = textOf(html).includes('Saturday 9 December to Sunday 10 December: Closed today: snow.');
    expect(words, path).toBe(true);
  }
});

test('a photograph that a page names takes the place of the drawing, in every size and without a jump', async () => {
  const [picture = ''] = findPhotographs(readPage('/visit'));
  const standIn = /src="(data:image\/webp;base64,[^"]+)"/.exec(picture)?.[1] ?? '';
  expect(standIn.length).toBeGreaterThan(30);
  expect(standIn.length).toBeLessThan(300);
  for (const format of ['avif', 'webp']) {
    const set =
      new RegExp(`<source[^>]*srcset="([^"]*)"[^>]*type="image/${format}"`).exec(picture)?.[1] ?? '';
    const sizes = set.split(',').map((each) => each.trim().split(' '));
    expect(sizes.map(([, width]) => width)).toEqual(['400w', '800w', '1200w', '1600w']);
    for (const [file = ''] of sizes) {
      const { width, height, format: written } = await sharp(join(EXTENDED_DIST, file)).metadata();
      expect(written === 'heif' ? 'avif' : written).toBe(format);
      expect(width && height && width / height).toBeCloseTo(4, 2);
    }
  }
  expect(picture).toMatch(/<img[^>]*width="1600"[^>]*height="400"/);
  expect(picture).toMatch(/<img[^>]*alt="The gate in the snow"[^>]*loading="eager"/);
  const { width, height } = await sharp(join(EXTENDED_DIST, 'share/pages/visit.jpg')).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

test('further down, a photograph loads when it comes near, and is never made larger than it is', async () => {
  const donkeys = findPhotographs(readPage('/pick-your-own')).find((each) => each.includes('Two donkeys'));
  expect(donkeys).toContain('loading="lazy"');
  expect(donkeys).toMatch(/400w/);
  expect(donkeys).not.toMatch(/800w/);
});

test('no published file has what a camera has written into a photograph', async () => {
  const taken = await readFile(join(CONTENT, 'images/gate.jpg'));
  expect(CAMERA_MARKS.filter((mark) => taken.includes(mark)).length).toBeGreaterThan(2);
  const marked: string[] = [];
  for (const file of await listFiles(EXTENDED_DIST)) {
    const bytes = await readFile(join(EXTENDED_DIST, file));
    if (CAMERA_MARKS.some((mark) => bytes.includes(mark))) marked.push(file);
  }
  expect(marked).toEqual([]);
});

function findPhotographs(html: string): string[] {
  return html.match(/<span class="photograph[^>]*>[\s\S]*?<\/span>/g) ?? [];
}
