/**
 * The search of the FAQ page (section 2). It finds a term in questions and answers, ignoring case and everything that
 * is hard to type: accents, ligatures, curly quotes, long dashes and repeated spaces.
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

/** A question that matches, and where. */
export interface FaqMatch<Q extends FaqQuestion> {
  readonly item: Q;
  readonly questionRanges: readonly TextRange[];
  readonly answerRanges: readonly TextRange[];
}

/** The questions that contain a term, by category and in the given order. Categories without a match are left out. */
export function searchFaq<Q extends FaqQuestion>(
  groups: readonly FaqGroup<Q>[],
  term: string,
): { readonly name: string; readonly matches: readonly FaqMatch<Q>[] }[] {
  return groups
    .map(({ name, questions }) => ({ name, matches: questions.flatMap((item) => matchQuestion(item, term)) }))
    .filter(({ matches }) => matches.length > 0);
}

function matchQuestion<Q extends FaqQuestion>(item: Q, term: string): FaqMatch<Q>[] {
  const questionRanges = findRanges(item.question, term);
  const answerRanges = findRanges(item.answer, term);
  if (questionRanges.length === 0 && answerRanges.length === 0) return [];
  return [{ item, questionRanges, answerRanges }];
}

/** Every occurrence of a term in a text, from the start and without overlaps; none for an empty term. */
export function findRanges(text: string, term: string): TextRange[] {
  const wanted = foldText(term).trim();
  if (wanted === '') return [];
  const { folded, starts, ends } = foldWithPlaces(text);
  const ranges: TextRange[] = [];
  let at = folded.indexOf(wanted);
  while (at >= 0) {
    const start = starts[at] ?? 0;
    const end = ends[at + wanted.length - 1] ?? text.length;
    // Both letters of a ligature map to the same place.
    if (start >= (ranges.at(-1)?.[1] ?? 0)) ranges.push([start, end]);
    at = folded.indexOf(wanted, at + wanted.length);
  }
  return ranges;
}

/** Normalises text for comparison: lower case, no accents, plain quotes and dashes, single spaces. */
export function foldText(text: string): string {
  return foldWithPlaces(text).folded;
}

/** The normalised text, and where the original character of each of its units starts and ends. */
function foldWithPlaces(text: string): { folded: string; starts: number[]; ends: number[] } {
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

function foldCharacter(character: string): string {
  if (/\s/.test(character)) return ' ';
  if (character <= '\u007f' && character !== '`') return character.toLowerCase();
  if (/[`´‘’‛ʼ′]/.test(character)) return "'";
  if (/[“”„‟″]/.test(character)) return '"';
  if (/[‐-―−]/.test(character)) return '-';
  // Zero-width characters and soft hyphens.
  if (/\p{Cf}/u.test(character)) return '';
  return (
    character
      .normalize('NFKD')
      // Upper case first, because it turns 'ß' into two letters and both small sigmas into one.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
  );
}
