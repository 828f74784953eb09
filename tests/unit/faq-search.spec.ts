import { expect, test } from '@playwright/test';
import { findClosestAnswers } from '../../src/browser/closest-answers.ts';
import { findRanges, searchFaq } from '../../src/domain/faq-search.ts';

/** The parts that would be marked. */
function findParts(text: string, term: string): string[] {
  return findRanges(text, term).map(([start, end]) => text.slice(start, end));
}

test('a term is found everywhere in any case, without overlaps', () => {
  expect(findRanges('Dogs, dogs and DOGS', 'dOgS')).toEqual([
    [0, 4],
    [6, 10],
    [15, 19],
  ]);
  expect(findRanges('banana', 'ana')).toEqual([[1, 4]]);
  expect(findRanges('a cat', 'dog')).toEqual([]);
});

test('an empty or blank term is found nowhere', () => {
  for (const term of ['', ' ', '\n\t', '\u00a0', '\u00ad']) expect(findRanges('a text', term)).toEqual([]);
  expect(findRanges('', 'a')).toEqual([]);
});

test('special characters of patterns are matched literally', () => {
  for (const sign of [
    '.',
    '*',
    '+',
    '?',
    '^',
    '$',
    '{',
    '}',
    '(',
    ')',
    '|',
    '[',
    ']',
    '\\',
    '/',
    '-',
    '.*',
    '\\d',
    '$&',
  ]) {
    expect(findRanges(`ab ${sign} cd`, sign), sign).toEqual([[3, 3 + sign.length]]);
    expect(findRanges('ab cd', sign), sign).toEqual([]);
  }
  expect(findParts('It costs £3.50 (cash)', '£3.50 (')).toEqual(['£3.50 (']);
});

test('letters that change their length with their case are marked in the right place', () => {
  expect(findParts('İİİ Norway İstanbul', 'norway')).toEqual(['Norway']);
  expect(findParts('İİİ Norway İstanbul', 'istanbul')).toEqual(['İstanbul']);
  expect(findParts('Große Weißtanne', 'WEISS')).toEqual(['Weiß']);
  expect(findParts('GROSSE', 'große')).toEqual(['GROSSE']);
  expect(findParts('A ﬁr in an oﬃce', 'fir')).toEqual(['ﬁr']);
  expect(findParts('A ﬁr in an oﬃce', 'f')).toEqual(['ﬁ', 'ﬃ']);
  expect(findParts('ΔΕΝΔΡΟΣ δένδρος', 'δενδροσ')).toEqual(['ΔΕΝΔΡΟΣ', 'δένδρος']);
  expect(findParts('🎄 Tree 🎄', '🎄')).toEqual(['🎄', '🎄']);
});

test('accents, quotes, dashes, spaces and invisible characters need not be typed exactly', () => {
  expect(findParts('The café is open', 'cafe')).toEqual(['café']);
  expect(findParts('The cafe\u0301 is open', 'CAFÉ')).toEqual(['cafe\u0301']);
  expect(findParts('The cafe is open', 'café')).toEqual(['cafe']);
  expect(findParts('Santa’s post office', "santa's")).toEqual(['Santa’s']);
  expect(findParts("Santa's post office", 'santa’s')).toEqual(["Santa's"]);
  expect(findParts('say ‘left a bit’ — “now”', `'left a bit' - "now"`)).toEqual(['‘left a bit’ — “now”']);
  expect(findParts('4–6 weeks', '4-6  weeks')).toEqual(['4–6 weeks']);
  expect(findParts('first line.\nSecond\u00a0 line', ' line. second line ')).toEqual([
    'line.\nSecond\u00a0 line',
  ]);
  expect(findParts('Nord\u00admann', 'nordmann')).toEqual(['Nord\u00admann']);
});

test('every part of a text is found in it, in either case', () => {
  const text =
    'Yes: bring last year’s tag (İ, ﬁr, ß, é, e\u0301, 🎄) and take 10% off; 4–6  weeks.\nRing 01632 960 123.';
  const missed: string[] = [];
  for (let start = 0; start < text.length; start++) {
    for (let end = start + 1; end <= text.length; end++) {
      const part = text.slice(start, end);
      // Half of a character, or a combining accent, is not a term.
      if (!part.isWellFormed() || /^(\s|\u0301)*$/.test(part)) continue;
      for (const term of [part, part.toUpperCase(), part.toLowerCase()]) {
        if (findRanges(text, term).length === 0) missed.push(term);
      }
    }
  }
  expect(missed).toEqual([]);
});

const groups = [
  {
    name: 'Visiting Us',
    questions: [
      { question: 'Can I bring my dog?', answer: 'Dogs on leads are welcome.' },
      { question: 'Where do I park?', answer: 'Parking is free, and the barn is near.' },
      { question: 'What is there for children?', answer: 'Toy tractors and the donkeys.' },
    ],
  },
  { name: 'Tree Care', questions: [{ question: 'How much water does it need?', answer: 'A pint a day.' }] },
  {
    name: 'Returns',
    questions: [{ question: 'Can a tree come back?', answer: 'Not if the dog has had it.' }],
  },
];

test('matches keep the order and the categories of the page', () => {
  const found = searchFaq(groups, 'dog');
  expect(found.map(({ name, matches }) => [name, matches.map(({ item }) => item.question)])).toEqual([
    ['Visiting Us', ['Can I bring my dog?']],
    ['Returns', ['Can a tree come back?']],
  ]);
  expect(found[0]?.matches[0]).toMatchObject({ questionRanges: [[15, 18]], answerRanges: [[0, 4]] });
  expect(searchFaq(groups, 'reindeer')).toEqual([]);
  expect(searchFaq(groups, ' ')).toEqual([]);
});

test('a synonym finds its group, as whole words and only for what was meant', () => {
  const synonyms = [
    { words: ['puppy', 'pup', 'dog', 'dogs'] },
    { words: ['kids', 'children'] },
    { words: ['carriage', 'barn'] },
  ];
  const find = (term: string) =>
    searchFaq(groups, term, synonyms).flatMap(({ matches }) => matches.map(({ item }) => item.question));
  expect(find('PUPPY')).toEqual(['Can I bring my dog?', 'Can a tree come back?']);
  expect(find('pupp')).toEqual(find('puppy'));
  expect(find('kids')).toEqual(['What is there for children?']);
  expect(find('are kids and pups allowed')).toEqual(find('kids'));
  // Too short to be the start of 'carriage'.
  expect(find('car')).toEqual([]);
  expect(find('pupils')).toEqual([]);
  const [, returns] = searchFaq(groups, 'pup', synonyms);
  expect(returns?.matches[0]?.answerRanges).toEqual([[11, 14]]);
  // A word that the answers use finds itself alone, as it would without synonyms.
  expect(searchFaq(groups, 'dogs', synonyms)).toEqual(searchFaq(groups, 'dogs'));
  // 'key' is only a part of 'donkeys': what contains it is found all the same, and what it means beside it.
  const barn = [{ words: ['key', 'barn'] }];
  expect(find('key')).toEqual(['What is there for children?']);
  expect(searchFaq(groups, 'key', barn)[0]?.matches.map(({ item }) => item.question)).toEqual([
    'Where do I park?',
    'What is there for children?',
  ]);
});

test('misspelt words lead to the closest answers, and nonsense to none', () => {
  const find = (term: string) => findClosestAnswers(groups, term).map(({ question }) => question);
  expect(find('donkies')).toEqual(['What is there for children?']);
  expect(find('parkng')).toEqual(['Where do I park?']);
  expect(find('watter')).toEqual(['How much water does it need?']);
  for (const nonsense of [
    'xyzzy',
    'qwertyuiop',
    'asdf jkl',
    'blockchain',
    '12345',
    '???',
    '…',
    'x'.repeat(100),
  ]) {
    expect(find(nonsense), nonsense).toEqual([]);
  }
});
