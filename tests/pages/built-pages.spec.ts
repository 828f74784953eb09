import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { createPagePolicy, readPageMarkup } from '../../api/site/page-policy.ts';
import { allowsThirdParties, findSecrets, PAGES, PRIVATE_PATHS } from '../../src/domain/pages.ts';
import { EXTENDED_DIST, TEST_DIST } from '../support/test-site.ts';
import { mainText, pagePaths, readPage, structuredData, textOf, validateMarkup } from './built-site.ts';

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
  for (const path of ['/', '/pick-your-own']) expect([...listSheets(path)]).toEqual([sheet]);
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

// The site with a third party's statistics (support/build-extended-site.ts), and its policies.

const PUBLISHED = pagePaths(EXTENDED_DIST);
const FOREIGN = /https:\/\/(stats|video|tickets)\.example\.com|https:\/\/www\.openstreetmap\.org/;

test('third parties are on exactly the pages that the table of pages names', () => {
  const allowed = PUBLISHED.filter(allowsThirdParties);
  expect(allowed.length).toBeGreaterThan(12);
  for (const path of PUBLISHED) {
    const html = readPage(path, EXTENDED_DIST);
    const isAllowed = allowed.includes(path);
    const { contentSecurityPolicy } = createPagePolicy(path, readPageMarkup(html), 'stripe');
    // Hidden until its script runs.
    expect(/<aside[^>]* data-consent[^>]* data-analytics-script[^>]* hidden/.test(html), path).toBe(
      isAllowed,
    );
    expect(html.includes('data-analytics-script'), path).toBe(isAllowed);
    expect(FOREIGN.test(contentSecurityPolicy), path).toBe(isAllowed);
    if (!isAllowed) expect(html, path).not.toContain('data-embed');
  }
});

test('the policy blocks third parties where the table does not allow them, whatever the page contains', () => {
  const html = readPage('/', EXTENDED_DIST).replace(
    '</body>',
    '<script src="https://stats.example.com/x.js"></script>',
  );
  for (const path of [
    '/order',
    '/nordmann-branches',
    '/branch-box-checkout',
    '/admin/orders',
    '/unknown',
    '',
  ]) {
    expect(createPagePolicy(path, readPageMarkup(html), 'stripe').contentSecurityPolicy).not.toMatch(FOREIGN);
  }
});

test('no page that is private, or has a secret in its URL, allows them', () => {
  for (const { path } of Object.values(PAGES)) {
    const isPrivate = PRIVATE_PATHS.some((each) => path === each || path.startsWith(`${each}/`));
    if (isPrivate || findSecrets(path)) expect(allowsThirdParties(path), path).toBe(false);
    if (!findSecrets(path)) continue;
    const [first] = readPage(path, EXTENDED_DIST).match(/<(script|style|link)\b[^>]*>/) ?? [];
    expect(first, `${path}: nothing comes before what hides the secret`).toContain('data-secrets=');
  }
  expect(Object.values(PAGES).filter(({ path }) => findSecrets(path))).toHaveLength(6);
});

// What pages say of today: tests/unit/opening-today.spec.ts has what it is.

const SCRIPT = /<script>customElements\.define[\s\S]*?<\/script>/;
const PLACES = /<opening-today[^>]*><\/opening-today>/g;

const compress = (html: string) => brotliCompressSync(html).length;

test('what is told of today costs a page at most 280 bytes of script, and 580 with its timetables', () => {
  const bytes = pagePaths()
    .filter((path) => readPage(path).includes('<opening-today'))
    .map((path) => {
      const html = readPage(path);
      expect(html, path).toMatch(SCRIPT);
      const whole = compress(html);
      const script = whole - compress(html.replace(SCRIPT, ''));
      return { path, script, bytes: whole - compress(html.replace(SCRIPT, '').replace(PLACES, '')) };
    });
  expect(bytes.filter(({ bytes, script }) => bytes > 580 || script > 280 || script < 100)).toEqual([]);
  expect(bytes).toHaveLength(12);
});

test('the build itself says nothing of today', () => {
  for (const path of pagePaths()) {
    expect(mainText(path), path).not.toMatch(/[Oo]pens? (today|tomorrow)|Closed (now|today|for the season)/);
  }
});

test('each page with hours says it in its hero or beside them, and the calendars mark the day; the shop says when its season ends', () => {
  const counts = pagePaths().map((path) => [path, (readPage(path).match(PLACES) ?? []).length] as const);
  // One of them is in the quick bar, and one above each list of hours, when the season is over.
  expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual({
    '/': 6,
    '/about-us': 5,
    '/book-now': 4,
    '/christmas-trees-bridgwater': 4,
    '/christmas-trees-burnham-on-sea': 4,
    '/christmas-trees-somerset': 4,
    '/christmas-trees-taunton': 4,
    '/contact-us': 3,
    '/nordmann-branches': 1,
    '/nordmann-foliage-payment': 1,
    '/pick-your-own': 5,
    '/visit': 5,
  });
});

test('special days are in the list of hours and in the structured data', () => {
  const html = readPage('/christmas-trees-taunton', EXTENDED_DIST);
  const text = textOf(html);
  expect(text).toContain('Monday to Sunday 6:03am–5pm');
  expect(text).toContain('Late night, 4 December 9am–8:30pm');
  expect(text).toContain('Boxing Day, 26 December Closed');
  const home = structuredData(readPage('/', EXTENDED_DIST));
  const business = home.find((thing) => thing['@type'] === 'LocalBusiness');
  expect(business?.openingHoursSpecification).toMatchObject([{ validFrom: '2025-11-22', opens: '06:03' }]);
  const special = (day: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    ...{ opens, closes, validFrom: day, validThrough: day },
  });
  expect(business?.specialOpeningHoursSpecification).toEqual([
    special('2025-12-04', '09:00', '20:30'),
    special('2025-12-26', '00:00', '00:00'),
  ]);
});
