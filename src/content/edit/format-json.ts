import { matchItems } from './match-items.ts';
import { isSame, kindOf, type Part } from './source-parts.ts';

/** As in biome.json. */
const LINE_WIDTH = 110;
const STEP = 2;

/** Where a value is written: characters before its line's first word, before the value, and of the comma after it. */
export interface Place {
  readonly indent: number;
  readonly column: number;
  readonly after: number;
}

/** A value to be written, with what its author decides: the layout of a record, and empty lines. */
interface Draft {
  readonly text: string;
  readonly items: readonly { key: string; draft: Draft; isApart: boolean }[];
  readonly brackets: '[]' | '{}' | '';
  readonly isExpanded: boolean;
}

/**
 * A value as Biome formats JSON. Records whose first field is on a new line stay so, and a new record looks like its
 * neighbours.
 * @param part what stands in the file now
 */
export function formatJson(value: unknown, part: Part | undefined, source: string, place: Place): string {
  return print(toDraft(value, part, part, source), place);
}

function toDraft(value: unknown, own: Part | undefined, model: Part | undefined, source: string): Draft {
  const kind = kindOf(value);
  if (kind === 'scalar') {
    const isKept = own?.kind === kind && isSame(own.value, value);
    // Biome leaves the sign of an exponent out.
    const written = JSON.stringify(value);
    const text = isKept ? source.slice(own.start, own.end) : written.replace(/^([-\d.]+e)\+/, '$1');
    return { text, items: [], brackets: '', isExpanded: false };
  }
  const alike = model?.kind === kind ? model : undefined;
  const known = own?.kind === kind ? own : undefined;
  const items = matchItems(alike?.items ?? [], value).map((match) => ({
    key: match.key === undefined ? '' : `${JSON.stringify(match.key)}: `,
    draft: toDraft(match.value, known && match.own?.part, match.model?.part, source),
    isApart: known !== undefined && match.own !== undefined && hasEmptyLine(known, match.own.start, source),
  }));
  const [first] = alike?.items ?? [];
  const isExpanded =
    kind === 'record' && first !== undefined && source.slice(alike?.start, first.start).includes('\n');
  return { text: '', items, brackets: kind === 'list' ? '[]' : '{}', isExpanded };
}

/** Whether an empty line separates the item that begins here from the one before it. */
function hasEmptyLine({ items }: Part, start: number, source: string): boolean {
  const before = items.findLast(({ part }) => part.end <= start);
  return before !== undefined && /\n[ \t]*\n/.test(source.slice(before.part.end, start));
}

function print(draft: Draft, { indent, column, after }: Place): string {
  const { text, items, brackets } = draft;
  const flat = printFlat(draft);
  if (brackets === '' || (flat !== undefined && column + width(flat) + after <= LINE_WIDTH))
    return flat ?? text;
  const inner = indent + STEP;
  const isFilled = items.every(({ draft: each }) => /^-?\d/.test(each.text));
  let lines = '';
  let end = 0;
  items.forEach(({ key, draft: each, isApart }, index) => {
    const comma = index === items.length - 1 ? '' : ',';
    const place = { indent: inner, column: inner + width(key), after: comma.length };
    const item = `${key}${print(each, place)}${comma}`;
    const fits = end + 1 + item.length <= LINE_WIDTH;
    if (index > 0 && isFilled && brackets === '[]' && fits && !isApart) {
      lines += ` ${item}`;
      end += 1 + item.length;
    } else {
      lines += `${isApart && index > 0 ? '\n' : ''}\n${' '.repeat(inner)}${item}`;
      end = inner + item.length;
    }
  });
  return `${brackets[0]}${lines}\n${' '.repeat(indent)}${brackets[1]}`;
}

/** On one line; undefined if it must not be. */
function printFlat({ text, items, brackets, isExpanded }: Draft): string | undefined {
  if (brackets === '' || items.length === 0) return text + brackets;
  if (isExpanded || items.some(({ isApart }, index) => isApart && index > 0)) return undefined;
  const written = items.map(({ key, draft }) => {
    const flat = printFlat(draft);
    return flat === undefined ? undefined : key + flat;
  });
  if (written.includes(undefined)) return undefined;
  return brackets === '[]' ? `[${written.join(', ')}]` : `{ ${written.join(', ')} }`;
}

/** The columns of a text as Biome counts them: most emoji and East Asian characters take two. */
function width(text: string): number {
  const wide = text.match(
    /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\u{16fe0}-\u{1b2ff}\u{20000}-\u{3fffd}]/gu,
  );
  const none = text.match(/\p{M}|\u200d|\ufe0f/gu);
  return [...text].length + (wide?.length ?? 0) - (none?.length ?? 0);
}
