/**
 * The search of the FAQ page (section 2): a term is looked for, letter by letter and whatever the case, in questions
 * and answers. What a keyboard cannot be expected to type does not matter either: accents, ligatures, curly quotes,
 * long dashes, and how many spaces there are.
 */

/** A part of a text, in UTF-16 units: from the first, up to but without the second. */
export type TextRange = readonly [start: number, end: number];

export interface FaqQuestion {
  readonly question: string;
  readonly answer: string;
}

export interface FaqGroup<Q extends FaqQuestion> {
  readonly name: string;
  readonly questions: readonly Q[];
}

/** A question that a term was found in, and where. */
export interface FaqMatch<Q extends FaqQuestion> {
  readonly item: Q;
  readonly questionRanges: readonly TextRange[];
  readonly answerRanges: readonly TextRange[];
}

/** The questions in which a term stands, by category and in the given order; categories without any are left out. */
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

/** Everywhere that a term stands in a text, from its start on and without overlaps; nowhere for an empty term. */
export function findRanges(text: string, term: string): TextRange[] {
  const wanted = foldText(term).trim();
  if (wanted === '') return [];
  const { folded, starts, ends } = foldWithPlaces(text);
  const ranges: TextRange[] = [];
  let at = folded.indexOf(wanted);
  while (at >= 0) {
    const start = starts[at] ?? 0;
    const end = ends[at + wanted.length - 1] ?? text.length;
    // Both letters of a ligature lead to the same place.
    if (start >= (ranges.at(-1)?.[1] ?? 0)) ranges.push([start, end]);
    at = folded.indexOf(wanted, at + wanted.length);
  }
  return ranges;
}

/** A text as it is compared: lower case, no accents, plain quotes and dashes, single spaces. */
export function foldText(text: string): string {
  return foldWithPlaces(text).folded;
}

/** The folded text, and for each of its units where the character that it comes from starts and ends. */
function foldWithPlaces(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  // Character by character, because a folded text can be longer than the text ('İ', 'ﬁ') or shorter (an accent of its own).
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
      // Upper case first: it is where 'ß' becomes two letters, and where both small sigmas become one.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
  );
}
