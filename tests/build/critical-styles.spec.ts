import { splitStyles } from '../../src/build/critical-styles.ts';
import { expect, test } from './test.ts';

const NEEDED =
  '@layer a,b;p{margin:0}.hero .words,.later{color:red}.words:has(> .later){gap:0}@media (width>9px){.words:not(.later){gap:1px}}';
const OTHERS =
  '.words:hover{color:blue}.later{color:blue}.words .later{gap:2px}@media print{.words{gap:3px}}@media (width>9px){.later{gap:4px}}';
const WORDS =
  '</head><body><div class="hero"><div class="words"><div class="prose" id="lead"><p>Fir</p></div>';
const REST = '<p class="later"></p></div></div></body>';

test('the head has the styles that the first words need, and all styles follow the words', () => {
  const page = `<head><style>${NEEDED}</style><title>Fir</title><style>${OTHERS}</style>${WORDS}${REST}`;
  expect(splitStyles(page)).toBe(
    `<head><title>Fir</title><style>${NEEDED}</style>${WORDS}<style>${NEEDED}${OTHERS}</style>${REST}`,
  );
});

test('a page without a hero stays as it is', () => {
  const page = `<head><style>${OTHERS}</style></head><body><p>Fir</p></body>`;
  expect(splitStyles(page)).toBe(page);
});
