import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { EXTENDED_DIST } from '../support/test-site.ts';
import { mainText, pagePaths, readPage, structuredData, textOf } from './built-site.ts';

const SCRIPT = /<script>customElements\.define[\s\S]*?<\/script>/;
const PLACES = /<opening-today[^>]*><\/opening-today>/g;

const compress = (html: string) => brotliCompressSync(html).length;

test('what is told of today costs a page at most 280 bytes of script, and 550 with its timetables', () => {
  const bytes = pagePaths()
    .filter((path) => readPage(path).includes('<opening-today'))
    .map((path) => {
      const html = readPage(path);
      expect(html, path).toMatch(SCRIPT);
      const whole = compress(html);
      const script = whole - compress(html.replace(SCRIPT, ''));
      return { path, script, bytes: whole - compress(html.replace(SCRIPT, '').replace(PLACES, '')) };
    });
  expect(bytes.filter(({ bytes, script }) => bytes > 550 || script > 280 || script < 100)).toEqual([]);
  expect(bytes).toHaveLength(12);
});

test('the build itself says nothing of today', () => {
  for (const path of pagePaths()) {
    expect(mainText(path), path).not.toMatch(/[Oo]pens? (today|tomorrow)|Closed (now|today|for the season)/);
  }
});

test('each page with hours says it in its hero and beside them, and the calendars mark the day; the shop says when its season ends', () => {
  const counts = pagePaths().map((path) => [path, (readPage(path).match(PLACES) ?? []).length] as const);
  // One of them is in the quick bar.
  expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual({
    '/': 4,
    '/about-us': 4,
    '/book-now': 3,
    '/christmas-trees-bridgwater': 3,
    '/christmas-trees-burnham-on-sea': 3,
    '/christmas-trees-somerset': 3,
    '/christmas-trees-taunton': 3,
    '/contact-us': 3,
    '/nordmann-branches': 1,
    '/nordmann-foliage-payment': 1,
    '/pick-your-own': 4,
    '/visit': 4,
  });
});

test('special days are in the list of hours and in the structured data', () => {
  const html = readPage('/christmas-trees-taunton', EXTENDED_DIST);
  const text = textOf(html);
  expect(text).toContain('Monday to Sunday 9am–5pm');
  expect(text).toContain('Late night, 4 December 9am–8:30pm');
  expect(text).toContain('Boxing Day, 26 December Closed');
  const home = structuredData(readPage('/', EXTENDED_DIST));
  const business = home.find((thing) => thing['@type'] === 'LocalBusiness');
  expect(business?.openingHoursSpecification).toMatchObject([{ validFrom: '2025-11-22', opens: '09:00' }]);
  const special = (day: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    ...{ opens, closes, validFrom: day, validThrough: day },
  });
  expect(business?.specialOpeningHoursSpecification).toEqual([
    special('2025-12-04', '09:00', '20:30'),
    special('2025-12-26', '00:00', '00:00'),
  ]);
});
