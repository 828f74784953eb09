import type { Match } from './match-items.ts';
import type { Part } from './source-parts.ts';

/**
 * A list or record in brackets with other items, and with the spaces and line breaks that it has.
 * @param part the one in the file, or one to look like
 * @param write the text of an item
 */
export function spliceFlow(
  matches: readonly Match[],
  part: Part | undefined,
  source: string,
  isList: boolean,
  write: (match: Match) => string,
): string {
  if (matches.length === 0) return isList ? '[]' : '{}';
  const items = part?.items ?? [];
  const gaps = items.map(({ start }, index) => {
    const previous = items[index - 1];
    if (previous === undefined) return source.slice((part?.start ?? 0) + 1, start);
    const between = source.slice(previous.part.end, start);
    return between.slice(between.indexOf(',') + 1);
  });
  const last = items.at(-1);
  const space = isList ? '' : ' ';
  const [first = space, second = first.includes('\n') ? first : ' '] = gaps;
  const end = last === undefined ? space : source.slice(last.part.end, (part?.end ?? 0) - 1);
  const written = matches.map((match, index) => {
    const place = match.own === undefined ? 0 : items.indexOf(match.own);
    if (index === 0) return first + write(match);
    return `,${(place > 0 ? gaps[place] : undefined) ?? second}${write(match)}`;
  });
  return `${isList ? '[' : '{'}${written.join('')}${end}${isList ? ']' : '}'}`;
}
