import { expect, test } from '@playwright/test';
import { sectionKind } from '../../src/components/site/section-kind.ts';

const LINKS = [{ label: 'Call', href: '/contact-us' }];
const words = (letters: number) => ['x'.repeat(letters)];

test('a section is set as its picture and its words ask for', () => {
  for (const [kind, section, isFull = false] of [
    ['margin', { image: 'vignette-boots', text: words(500) }],
    ['spread', { image: 'barn', text: words(500), links: LINKS }],
    ['plate', { image: 'barn', layout: 'plate' }],
    ['plain', { layout: 'plate' }],
    ['statement', { layout: 'large', text: words(500) }, true],
    ['statement', { text: words(300), links: LINKS }],
    ['plain', { text: words(301), links: LINKS }],
    ['plain', { text: words(300), links: LINKS }, true],
    ['plain', { text: words(300) }],
    ['plain', { text: words(399) }],
    ['column', { text: words(400) }],
    ['column', { text: words(400), links: LINKS }],
    ['plain', { text: words(400) }, true],
    ['plain', { links: LINKS }],
    // Letters are counted as they are read, and as one text.
    ['plain', { text: ['x'.repeat(390), '[a](/a-rather-long-address)'] }],
    ['column', { text: [...words(200), ...words(199)] }],
  ] as const) {
    const name = JSON.stringify(section).replaceAll(/x{9,}/g, (run) => `${run.length} letters`);
    expect(sectionKind({ heading: 'Here', ...section } as never, isFull), name).toBe(kind);
  }
});
