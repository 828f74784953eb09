import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  findMarkup,
  findWordsFaults,
  listLinks,
  readBlocks,
  wordsToHtml,
  wordsToLines,
} from '../../src/content/reader/words.ts';

/** Texts, what a page shows of them, and what is said of them without their markup. */
const shown: readonly (readonly [text: string | string[], html: string, lines: string[]])[] = [
  [
    'Plain & "quoted", 1 < 2.',
    '<p>Plain &amp; &quot;quoted&quot;, 1 &lt; 2.</p>',
    ['Plain & "quoted", 1 < 2.'],
  ],
  [
    'See [our prices](/prices) (**all** of them) or [this]. [Ring](tel:01632)',
    '<p>See <a href="/prices">our prices</a> (<strong>all</strong> of them) or [this]. <a href="tel:01632">Ring</a></p>',
    ['See our prices (all of them) or [this]. Ring'],
  ],
  [
    '[Book](https://tickets.example.com) first.',
    '<p><a href="https://tickets.example.com" target="_blank" rel="noopener">Book<span class="visually-hidden"> (opens in a new tab)</span></a> first.</p>',
    ['Book first.'],
  ],
  [['One.', 'Two.'], '<p>One.</p><p>Two.</p>', ['One.', 'Two.']],
  [
    'Bring:\n- boots\n- **old** gloves\n\nAnd a coat.',
    '<p>Bring:</p><ul><li>boots</li><li><strong>old</strong> gloves</li></ul><p>And a coat.</p>',
    ['Bring:', '• boots', '• old gloves', 'And a coat.'],
  ],
  ['•\tboots\n•\tgloves', '<ul><li>boots</li><li>gloves</li></ul>', ['• boots', '• gloves']],
  ['– boots\n– gloves', '<ul><li>boots</li><li>gloves</li></ul>', ['• boots', '• gloves']],
  ['– said the farmer', '<p>– said the farmer</p>', ['– said the farmer']],
  ['1. Cut\n2. Carry', '<ol><li>Cut</li><li>Carry</li></ol>', ['1. Cut', '2. Carry']],
  ['    pasted with spaces', '<p>pasted with spaces</p>', ['pasted with spaces']],
  [
    'Open 9am–5pm to 21 December, 10 minutes from M5 Junction 24, M5 junctions 23 and 24, from 28 November: 01632 960 471, TA0 0AA, e-mail.',
    '<p>Open <span class="one">9am–5pm</span> to <span class="one">21 December</span>, <span class="one">10 minutes</span> from <span class="one">M5 Junction 24</span>, <span class="one">M5 junctions</span> <span class="one">23 and 24</span>, <span class="one">from 28 November</span>: <span class="one">01632 960 471</span>, <span class="one">TA0 0AA</span>, <span class="one">e-mail</span>.</p>',
    [
      'Open 9am–5pm to 21 December, 10 minutes from M5 Junction 24, M5 junctions 23 and 24, from 28 November: 01632 960 471, TA0 0AA, e-mail.',
    ],
  ],
  ['5 * 3 * 2, snake_case, 4*', '<p>5 * 3 * 2, snake_case, 4*</p>', ['5 * 3 * 2, snake_case, 4*']],
];

test('words are shown with their paragraphs, lists, bold words and links', () => {
  for (const [text, html, lines] of shown) {
    expect.soft(wordsToHtml(text)).toBe(html);
    expect.soft(wordsToLines(text)).toEqual(lines);
    expect.soft([text].flat().flatMap(findWordsFaults), html).toEqual([]);
  }
  expect(wordsToLines('Our [terms](/terms).', (href) => ` (${href})`)).toEqual(['Our terms (/terms).']);
  expect(listLinks('- [a](/a)\n- **[b](/b#c)**')).toEqual(['/a', '/b#c']);
});

const refused: readonly (readonly [text: string, found: string, wanted: RegExp])[] = [
  ['See [x](/prices', '"[x](/prices"', /a link in one piece/],
  ['See [x] (/prices).', '"[x] (/prices)."', /a link in one piece/],
  ['See [x](/two words).', '"[x](/two words)."', /a link in one piece/],
  ['[a]: /b', '"[a]: /b"', /a link in one piece/],
  ['See [x]().', '"[x]()"', /an address between the round brackets/],
  ['See [](/x).', '"[](/x)"', /words between the square brackets/],
  ['See [x](/y "z").', '"[x](/y "z")"', /nothing but the address/],
  ['So <b>bold</b>', '"<b>"', /no HTML/],
  ['- one<br>two', '"<br>"', /no HTML/],
  ['<div>\nwords\n</div>', '"<div> words </div>"', /no HTML/],
  ['a&nbsp;b', '"&nbsp;"', /the sign itself/],
  ['So *bold*', '"*bold*"', /two stars on each side/],
  ['So **bold', '"**bold"', /two stars before/],
  ['So ** bold **', '"** bold **"', /two stars before/],
  ['# Heading', '"# Heading"', /no heading/],
  ['Heading\n---', '"Heading ---"', /no heading/],
  ['![x](/x.png)', '"![x](/x.png)"', /no picture/],
  ['`code`', '"`code`"', /no backticks/],
  ['> said', '"> said"', /no line that begins with >/],
  ['One\n\n---\n\nTwo', '"---"', /an empty line begins a new paragraph/],
];

test('what no page shows is refused, with what was found and what is wanted; a heading is plain words', () => {
  for (const [text, found, wanted] of refused)
    expect.soft(findWordsFaults(text), text).toEqual([{ found, wanted: expect.stringMatching(wanted) }]);
  for (const text of ['**Trees**', 'Our [trees](/trees)', '<b>Trees</b>', '<p>Trees</p>', '*Trees*']) {
    expect(findMarkup(text).map(({ wanted }) => wanted)).toContainEqual(
      expect.stringMatching(/^plain words/),
    );
  }
  for (const text of ['1. Trees', '- Trees', '# Trees', 'Trees [all]', '7ft * 2', 'A & B', 'a_b_c'])
    expect(findMarkup(text), text).toEqual([]);
});

test('divided words are the same words, and are not divided any further', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'word',
      '**bold**',
      '[x](/y)',
      '- item',
      '• item',
      '– item',
      '1. item',
      '  ',
      '\n',
      '\n\n',
      '#',
      '> ',
      '---',
    ),
    fc.lorem({ maxCount: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join(' ').replaceAll(' \n ', '\n');
      const blocks = readBlocks(text).map((block) => block.text);
      expect(readBlocks(blocks.join('\n\n')).map((block) => block.text)).toEqual(blocks);
      if ([text, ...blocks].flatMap(findWordsFaults).length === 0)
        // In one line: a paragraph within an item becomes part of it.
        expect(tidy(wordsToLines(blocks).join(' '))).toBe(tidy(wordsToLines(text).join(' ')));
    }),
    { numRuns: 300 },
  );
});

function tidy(line: string): string {
  return line.replaceAll(/\s+/g, ' ').trim();
}
