import Fuse from 'fuse.js/basic';
import { type FaqGroup, type FaqQuestion, foldText } from '#domain/faq-search.ts';

/** Shorter words are near to too many others: 'cart' to 'care', 'test' to 'best'. */
const SHORTEST_GUESS = 5;
/** The most that may be wrong in a word, as a share of its letters: two of the seven in 'donkies'. */
const WRONG_SHARE = 0.34;
/** The part of a term that an answer must have, each word weighed by how rare it is. */
const FOUND_SHARE = 0.35;
const MOST_ANSWERS = 3;

/** A word that is in the FAQ, and how near it is to one that was typed: 1 when it is the same. */
interface Guess {
  readonly word: string;
  readonly nearness: number;
}

/**
 * The answers nearest to a term that stands in none of them, best first. Each word of the term is taken for the words
 * of the FAQ that are spelt nearly so, because comparing a mistyped word with whole answers finds letters across
 * words, and so finds something for any nonsense.
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
  const fuse = new Fuse([...uses.keys()], {
    includeScore: true,
    threshold: WRONG_SHARE,
    distance: 30,
    ignoreFieldNorm: true,
  });

  const guessed = readWords(term).map((word) => guessWords(word, uses, fuse));
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

function guessWords(typed: string, known: ReadonlyMap<string, number>, fuse: Fuse<string>): Guess[] {
  if (known.has(typed)) return [{ word: typed, nearness: 1 }];
  if (typed.length < SHORTEST_GUESS) return [];
  return (
    fuse
      .search(typed)
      // Otherwise a few letters that stand in a long word would do.
      .filter(({ item }) => Math.abs(item.length - typed.length) <= 2)
      .map(({ item, score = 1 }) => ({ word: item, nearness: 1 - score }))
  );
}

/** The different words of a text. An apostrophe is left out, as most people do who type 'santas'. */
function readWords(text: string): string[] {
  return [
    ...new Set(
      foldText(text)
        .replaceAll("'", '')
        .match(/[\p{L}\p{N}]+/gu),
    ),
  ];
}
