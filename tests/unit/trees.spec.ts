import { expect, test } from '@playwright/test';
import { dashRanges } from '../../src/domain/content/ranges.ts';
import { fillTokens, findTokens, mapTexts } from '../../src/domain/content/tokens.ts';
import { badgeTone, parseSize } from '../../src/domain/content/trees.ts';
import { isExternal, toHref } from '../../src/domain/links.ts';

test('badges have the colours of section 3, and any other text is yellow', () => {
  expect(
    [
      'Most Popular',
      'Best Value',
      'Premium',
      'Eco-Friendly',
      'Plant Me',
      'Essential',
      'Convenient',
      'New',
      'toString',
    ].map(badgeTone),
  ).toEqual(['red', 'green', 'purple', 'teal', 'dark-green', 'blue', 'teal', 'yellow', 'yellow']);
});

test('heights are read in the three formats of section 9', () => {
  expect(parseSize('7ft')).toEqual({ lowFeet: 7, highFeet: 7 });
  for (const range of ['4-5ft', '4–5ft']) expect(parseSize(range)).toEqual({ lowFeet: 4, highFeet: 5 });
  expect(parseSize('4ft to 15ft')).toEqual({ lowFeet: 4, highFeet: 15 });
  for (const wrong of ['5-4ft', '7', '7 ft', '0ft', '4-5m']) expect(parseSize(wrong), wrong).toBeNull();
});

test('tokens are replaced everywhere, and an unknown one is an error', () => {
  const tokens = new Map([['phone', '01632 960 000']]);
  expect(findTokens('{phone} or {care.water}')).toEqual(['phone', 'care.water']);
  const filled = mapTexts({ a: ['Ring {phone}.'], b: 2, c: undefined }, (text) => fillTokens(text, tokens));
  expect(filled).toEqual({
    a: ['Ring 01632 960 000.'],
    b: 2,
    c: undefined,
  });
  expect(() => fillTokens('{fone}', tokens)).toThrow('{fone}');
});

test('ranges get a dash, and nothing else does', () => {
  const shown = (text: string) => dashRanges(text.replaceAll('–', '-'));
  for (const range of ['4–5ft', 'Sat–Sun', 'Monday–Friday', 'lasts 4–6 weeks', 'trim 1–2cm off']) {
    expect(shown(range)).toBe(range);
  }
  const others = '2025-11-17 /trees-4-5ft #week-1-2ft non-drop 01632 960-214 or BB-12-4x #Mon-Fri';
  expect(dashRanges(others)).toBe(others);
  for (const photograph of ['4-5ft trees.jpg', 'Sat-Sun in the rows.PNG']) {
    expect(dashRanges(photograph)).toBe(photograph);
  }
});

test('a phone link has no spaces, and only other sites open in a new tab', () => {
  expect(toHref('tel:01632 960 000')).toBe('tel:01632960000');
  expect(toHref('/visit')).toBe('/visit');
  expect([isExternal('https://maps.example.com'), isExternal('/visit'), isExternal('tel:1')]).toEqual([
    true,
    false,
    false,
  ]);
});
