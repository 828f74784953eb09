import { countSlips } from '#domain/email-suggestion.ts';
import type { FaqGroup, FaqQuestion } from '#domain/faq-search.ts';
import { listWords } from '#domain/search-words.ts';

/** Shorter words resemble too many others: 'cart' and 'care', 'test' and 'best'. */
const SHORTEST_GUESS = 5;
/** How much of a word may be misspelt: two of the seven letters of 'donkies'. */
const WRONG_SHARE = 0.34;
/** How much of a search an answer must contain. Rare words weigh more. */
const FOUND_SHARE = 0.35;
const MOST_ANSWERS = 3;

/** A word of the FAQ, and how similar it is to a typed word. 1 means the same. */
interface Guess {
  readonly word: string;
  readonly nearness: number;
}

/**
 * Finds the answers closest to a search that matches none exactly, best first. It replaces each typed word by similarly
 * spelt words of the FAQ. Comparing a misspelt word with whole answers would match letters across words, and so match
 * any nonsense.
 */
export function findClosestAnswers<Q extends FaqQuestion>(groups: readonly FaqGroup<Q>[], term: string): Q[] {
  const entries = groups.flatMap(({ name, questions }) =>
    questions.map((item) => ({
      item,
      words: new Set(readWords(`${name} ${item.question} ${item.answer}`)),
    })),
  );
  const uses = new Map<string, number>();
  for (const { words } of entries) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
  const weigh = (word: string) => Math.log(entries.length / (uses.get(word) ?? 1));
  const guessed = readWords(term).map((word) => guessWords(word, uses));
  const wanted = guessed.map((guesses) =>
    guesses.length === 0 ? Math.log(entries.length) : Math.max(...guesses.map(({ word }) => weigh(word))),
  );
  const total = wanted.reduce((sum, weight) => sum + weight, 0);
  return entries
    .map(({ item, words }) => ({
      item,
      share: guessed.reduce((sum, each) => sum + score(each, words), 0) / total,
    }))
    .filter(({ share }) => share >= FOUND_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_ANSWERS)
    .map(({ item }) => item);

  function score(guesses: readonly Guess[], words: ReadonlySet<string>): number {
    return Math.max(
      0,
      ...guesses.map(({ word, nearness }) => (words.has(word) ? nearness * weigh(word) : 0)),
    );
  }
}

function guessWords(typed: string, known: ReadonlyMap<string, number>): Guess[] {
  if (known.has(typed)) return [{ word: typed, nearness: 1 }];
  if (typed.length < SHORTEST_GUESS) return [];
  return [...known.keys()]
    .filter((word) => Math.abs(word.length - typed.length) <= 2)
    .map((word) => ({ word, nearness: 1 - countSlips(typed, word) / typed.length }))
    .filter(({ nearness }) => nearness >= 1 - WRONG_SHARE);
}

/** The different words of a text. */
function readWords(text: string): string[] {
  return [...new Set(listWords(text))];
}
