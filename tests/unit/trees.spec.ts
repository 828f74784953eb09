import { expect, test } from '@playwright/test';
import { fillTokens, fillTokensDeep, findTokens } from '../../src/domain/content/tokens.ts';
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
  expect(parseSize('4-5ft')).toEqual({ lowFeet: 4, highFeet: 5 });
  expect(parseSize('4ft to 15ft')).toEqual({ lowFeet: 4, highFeet: 15 });
  for (const wrong of ['5-4ft', '7', '7 ft', '0ft', '4-5m']) expect(parseSize(wrong), wrong).toBeNull();
});

test('tokens are replaced everywhere, and an unknown one is an error', () => {
  const tokens = new Map([['phone', '01632 960 000']]);
  expect(findTokens('{phone} or {care.water}')).toEqual(['phone', 'care.water']);
  expect(fillTokensDeep({ a: ['Ring {phone}.'], b: 2, c: undefined }, tokens)).toEqual({
    a: ['Ring 01632 960 000.'],
    b: 2,
    c: undefined,
  });
  expect(() => fillTokens('{fone}', tokens)).toThrow('{fone}');
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
