import { expect, test } from '@playwright/test';
import { listWords, listWordsApart } from '../../src/domain/search-words.ts';

test('words are folded to plain lower-case letters', () => {
  for (const [text, words] of [
    ['Sinéad', ['sinead']],
    ['Łukaszewski', ['lukaszewski']],
    ['Søren Ærø', ['soren', 'aero']],
    ['Straße', ['strasse']],
    ['İpek Işık', ['ipek', 'isik']],
    ['O’Brien', ['obrien']],
    ["O'Brien `Obrien´ Oʼbrien", ['obrien', 'obrien', 'obrien']],
    ['Weston-super-Mare, 2/3 “The Old Mill”', ['weston', 'super', 'mare', '2', '3', 'the', 'old', 'mill']],
    ['ＦＵＬＬ', ['full']],
    ['田中', ['田中']],
    [' …!? ', []],
  ] as const) {
    expect(listWords(text), text).toEqual(words);
  }
  expect(listWordsApart('D’Arcy O’Brien')).toEqual(['d', 'arcy', 'o', 'brien']);
});
