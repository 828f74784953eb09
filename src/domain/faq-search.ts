import { APOSTROPHES, foldText } from './search-words.ts';

/**
 * The search of the FAQ page (section 2). It finds a term in questions and answers, ignoring case and everything that
 * is hard to type: accents, ligatures, curly quotes, long dashes and repeated spaces. It also finds what a term means
 * (content/synonyms.json).
 */

/** A part of a text in UTF-16 units. The end is exclusive. */
export type TextRange = readonly [start: number, end: number];

export interface FaqQuestion {
  readonly question: string;
  readonly answer: string;
}

export interface FaqGroup<Q extends FaqQuestion> {
  readonly name: string;
  readonly questions: readonly Q[];
}

/** A question that matches, and where: the words that hold the term, whole. */
interface FaqMatch<Q extends FaqQuestion> {
  readonly item: Q;
  readonly questionRanges: readonly TextRange[];
  readonly answerRanges: readonly TextRange[];
}

/** Words that mean the same, and the ids of the questions to suggest if no text contains any of them. */
export interface SynonymGroup {
  readonly words: readonly string[];
  readonly closest?: readonly string[] | undefined;
}

type FoundFaq<Q extends FaqQuestion> = { readonly name: string; readonly matches: readonly FaqMatch<Q>[] }[];

/** A shorter text is the start of too many words: 'car' of 'card'. */
const SHORTEST_START = 4;

/**
 * The questions that contain a term, by category and in the given order. Categories without a match are left out. If
 * no text contains the term, or only inside longer words ('sale' in 'wholesale'), its synonyms are searched for as well.
 */
export function searchFaq<Q extends FaqQuestion>(
  groups: readonly FaqGroup<Q>[],
  term: string,
  synonyms: readonly SynonymGroup[] = [],
): FoundFaq<Q> {
  const found = findQuestions(groups, (text) => findRanges(text, term));
  const isSynonym = synonyms.some(({ words }) => words.some((word) => foldTerm(word) === foldTerm(term)));
  const isEnough = isSynonym
    ? found.some(({ matches }) =>
        matches.some(({ item }) => hasWord(`${item.question}\n${item.answer}`, term)),
      )
    : found.length > 0;
  if (isEnough) return found;
  const words = findSynonyms(term, synonyms).flatMap((group) => group.words);
  return findQuestions(groups, (text) =>
    joinRanges([...findRanges(text, term), ...words.flatMap((word) => findWordRanges(text, word))]),
  );
}

/** The groups that a term names: by one of their words, by its start while somebody is typing, or among other words. */
export function findSynonyms(term: string, synonyms: readonly SynonymGroup[]): SynonymGroup[] {
  const typed = foldTerm(term);
  const isStartOf = (word: string) => typed.length >= SHORTEST_START && foldTerm(word).startsWith(typed);
  return synonyms.filter(({ words }) => words.some((word) => isStartOf(word) || hasWord(term, word)));
}

/** Whether a text contains a word, or several words together, and not only as a part of a longer word. */
function hasWord(text: string, word: string): boolean {
  return findWordRanges(text, word).length > 0;
}

function findQuestions<Q extends FaqQuestion>(
  groups: readonly FaqGroup<Q>[],
  findIn: (text: string) => TextRange[],
): FoundFaq<Q> {
  const findWords = (text: string) => joinRanges(findIn(text).map((range) => widen(range, text)));
  return groups
    .map(({ name, questions }) => ({
      name,
      matches: questions
        .map((item) => ({
          item,
          questionRanges: findWords(item.question),
          answerRanges: findWords(item.answer),
        }))
        .filter(({ questionRanges, answerRanges }) => questionRanges.length + answerRanges.length > 0),
    }))
    .filter(({ matches }) => matches.length > 0);
}

/** To the ends of its words, because a word that is marked in part is hard to read. */
function widen([start, end]: TextRange, text: string): TextRange {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .map(({ 0: { length }, index }): TextRange => [index, index + length])
    .filter(([from, to]) => from < end && start < to);
  return [Math.min(start, ...words.map(([from]) => from)), Math.max(end, ...words.map(([, to]) => to))];
}

/** The ranges in their order. Of two that overlap, the earlier one stays, or the longer one. */
function joinRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (range[0] >= (joined.at(-1)?.[1] ?? 0)) joined.push(range);
  }
  return joined;
}

function findWordRanges(text: string, word: string): TextRange[] {
  // Of what is before and after, the next character decides, which has two units at most.
  return findRanges(text, word).filter(
    ([start, end]) =>
      !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
      !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2)),
  );
}

/** Every occurrence of a term in a text, from the start and without overlaps; none for an empty term. */
export function findRanges(text: string, term: string): TextRange[] {
  const wanted = foldTerm(term);
  if (wanted === '') return [];
  const { folded, starts, ends } = foldWithOffsets(text);
  const ranges: TextRange[] = [];
  let at = folded.indexOf(wanted);
  while (at >= 0) {
    const start = starts[at] ?? 0;
    const end = ends[at + wanted.length - 1] ?? text.length;
    // Both letters of a ligature map to the same offset.
    if (start >= (ranges.at(-1)?.[1] ?? 0)) ranges.push([start, end]);
    at = folded.indexOf(wanted, at + wanted.length);
  }
  return ranges;
}

function foldTerm(term: string): string {
  return foldWithOffsets(term).folded.trim();
}

/** The normalised text, and where the original character of each of its units starts and ends. */
function foldWithOffsets(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  // Character by character, because normalising can make a text longer ('İ', 'ﬁ') or shorter (a combining accent).
  for (const character of text) {
    const end = at + character.length;
    const units = foldCharacter(character);
    if (units === '' || (units === ' ' && folded.endsWith(' '))) {
      if (ends.length > 0) ends[ends.length - 1] = end;
    } else {
      folded += units;
      for (let unit = 0; unit < units.length; unit++) {
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { folded, starts, ends };
}

/** Folds letters as the search for orders does, and keeps quotes, dashes and spaces in their plain form. */
function foldCharacter(character: string): string {
  if (/\s/.test(character)) return ' ';
  if (character <= '\u007f' && character !== '`') return character.toLowerCase();
  if (/[“”„‟″]/.test(character)) return '"';
  if (/[‐-―−]/.test(character)) return '-';
  // Zero-width characters and soft hyphens.
  if (/\p{Cf}/u.test(character)) return '';
  return foldText(character.replace(APOSTROPHES, "'"));
}
