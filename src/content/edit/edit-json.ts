import { formatJson } from './format-json.ts';
import { matchItems } from './match-items.ts';
import { endOfLine, isSame, kindOf, type Part, readParts, startOfLine } from './source-parts.ts';
import { spliceFlow } from './splice-flow.ts';

const START = { indent: 0, column: 0, after: 0 };

/**
 * The source of a JSON file with a new value. What Biome has formatted is formatted again; in any other layout, only
 * the values that differ are replaced.
 */
export function editJson(source: string | undefined, value: unknown): string {
  const root = source === undefined ? undefined : readParts(source);
  if (source === undefined || root === undefined) return `${formatJson(value, undefined, '', START)}\n`;
  return source.slice(0, root.start) + edit(root, value, source) + source.slice(root.end);
}

function edit(part: Part, value: unknown, source: string): string {
  const text = source.slice(part.start, part.end);
  if (isSame(part.value, value)) return text;
  const place = placeOf(part, source);
  const isFormatted = formatJson(part.value, part, source, place) === text;
  if (isFormatted || part.kind !== kindOf(value)) return formatJson(value, part, source, place);
  return spliceFlow(matchItems(part.items, value), part, source, part.kind === 'list', (match) => {
    if (match.own !== undefined) {
      return source.slice(match.own.start, match.own.part.start) + edit(match.own.part, match.value, source);
    }
    const key = match.key === undefined ? '' : `${JSON.stringify(match.key)}: `;
    const { indent } = placeOf(match.model?.part ?? part, source);
    return (
      key + formatJson(match.value, undefined, source, { indent, column: indent + key.length, after: 1 })
    );
  });
}

function placeOf({ start, end }: Part, source: string) {
  const lineStart = startOfLine(source, start);
  const indent = source.slice(lineStart, endOfLine(source, start)).search(/\S/);
  return { indent, column: start - lineStart, after: source[end] === ',' ? 1 : 0 };
}
