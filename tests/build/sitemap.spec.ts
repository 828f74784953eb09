import { isIndexable } from '../../src/build/sitemap.ts';
import { expect, test } from './test.ts';

for (const [html, wanted] of [
  ['<meta name="robots" content="noindex, nofollow">', false],
  ['<meta content="noindex" name="robots">', false],
  ['<meta name=robots content=noindex>', false],
  ['<META NAME="ROBOTS" CONTENT="NOINDEX">', false],
  ['<meta name="robots" content="index, follow">', true],
  ['<meta name="description" content="about noindex pages"><p>robots', true],
  ['', true],
] as const) {
  test(`${html || 'a page without robots'} is ${wanted ? 'listed' : 'left out'}`, () => {
    expect(isIndexable(html)).toBe(wanted);
  });
}
