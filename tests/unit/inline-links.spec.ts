import { expect, test } from '@playwright/test';
import { splitInlineLinks, withoutInlineLinks } from '../../src/domain/content/inline-links.ts';

test('links in a sentence are told from words in brackets', () => {
  const text = 'See [our prices](/prices) (all of them) or [this]. [Ring](tel:01632)';
  expect(splitInlineLinks(text)).toEqual([
    'See ',
    { label: 'our prices', href: '/prices' },
    ' (all of them) or [this]. ',
    { label: 'Ring', href: 'tel:01632' },
  ]);
  expect(withoutInlineLinks(text)).toBe('See our prices (all of them) or [this]. Ring');
  expect(splitInlineLinks('Plain.')).toEqual(['Plain.']);
});
