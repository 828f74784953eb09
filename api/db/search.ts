import { type Expression, type SqlBool, sql } from 'kysely';
import { listCodes, listQueryWords, listWords, listWordsApart } from '#domain/search-words.ts';
import { positionIn } from './dialect/dialect.ts';

/** Shorter parts of numbers are found only at the start of a word. */
const SHORTEST_PART = 3;

type Texts = readonly (string | null | undefined)[];

interface Searched {
  /** Names and places, which people write with and without the spaces in them. */
  readonly names: Texts;
  /** Numbers, of which people read out the end or the middle. */
  readonly codes: Texts;
  readonly texts: Texts;
}

/**
 * The folded words that a row is found by, for its column `search_words`, each between spaces. Whoever writes the row
 * writes them, because neither engine can fold them as we want.
 */
export function formatSearchWords({ names, codes, texts }: Searched): string {
  const lines = (all: Texts) => all.flatMap((text) => (text ?? '').split('\n'));
  const words = new Set([
    ...lines([...names, ...codes, ...texts]).flatMap((text) => [...listWords(text), ...listWordsApart(text)]),
    ...lines(names).flatMap((line) => listWords(line).map((_, first, all) => all.slice(first).join(''))),
    ...lines(codes).flatMap(listCodes),
  ]);
  return ` ${[...words].filter(Boolean).join(' ')} `;
}

/** Ends, in `search_words`, what everybody may search for. */
export const OPEN_WORDS_END = '|';

/**
 * The condition for what somebody typed: each word begins one of the row's, or all of them together do. What has a digit
 * may be any part of one. Text without a letter or a digit finds nothing. All rows are read for it, which takes 20 ms
 * and more with twenty thousand of them.
 * @param onlyOpen whether only words before `OPEN_WORDS_END` count
 */
export function isFoundBy(typed: string, { onlyOpen = false } = {}): Expression<SqlBool> {
  const words = listQueryWords(typed);
  if (words.length === 0) return sql<SqlBool>`FALSE`;
  const all = sql<string>`search_words`;
  const searched = onlyOpen ? sql<string>`substr(${all}, 1, ${positionIn(all, OPEN_WORDS_END)})` : all;
  const has = (word: string) => sql`${positionIn(searched, formatPart(word))} > 0`;
  const each = sql<SqlBool>`(${sql.join(words.map(has), sql` AND `)})`;
  return words.length === 1 ? each : sql<SqlBool>`(${each} OR ${has(words.join(''))})`;
}

function formatPart(word: string): string {
  // A single character would begin a word of almost every row, so it has to be a whole one.
  if (word.length === 1) return ` ${word} `;
  return word.length >= SHORTEST_PART && /\d/.test(word) ? word : ` ${word}`;
}
