import { UnreadableFile } from './problems.ts';

/** What JSON consists of; anything else is named by its place. */
const TOKEN = /\s+|"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/y;

/**
 * Parses JSON.
 * @throws UnreadableFile with line and column, and a name for the mistakes that editors make most
 */
export function parseJson(source: string): unknown {
  // JSON does not allow a byte order mark, and the parser's message does not name it.
  if (source.startsWith('\uFEFF')) {
    throw new UnreadableFile(
      'line 1',
      'an invisible byte order mark before the first character',
      'the file saved as UTF-8 without a byte order mark (BOM)',
    );
  }
  try {
    return JSON.parse(source);
  } catch (error) {
    throw describeMistake(source, error instanceof Error ? error.message : String(error));
  }
}

function describeMistake(source: string, reason: string): UnreadableFile {
  const { end, extraComma } = readTokens(source);
  if (extraComma !== undefined) {
    return new UnreadableFile(
      describePosition(source, extraComma),
      'a comma after the last item',
      'no comma before } or ]',
    );
  }
  const quote = /^[“”„‘’'`]/.exec(source.slice(end))?.[0];
  if (quote !== undefined) return new UnreadableFile(describePosition(source, end), ...describeQuote(quote));
  const position = /position (\d+)/.exec(reason)?.[1];
  return new UnreadableFile(
    describePosition(source, position === undefined ? end : Number(position)),
    reason.replace(/ in JSON at position.*$/, ''),
    'JSON: look for a missing comma, quote or bracket on that line or the one before it',
  );
}

/** What was found and wanted of a quotation mark that starts no text in JSON or YAML. */
export function describeQuote(quote: string): [string, string] {
  const kind = /['`]/.test(quote) ? `the quotation mark ${quote}` : `the curly quotation mark ${quote}`;
  return [kind, 'straight double quotation marks around the words: "like this"'];
}

/** Where the first character is that JSON does not have, and the first comma that comes before a closing bracket. */
function readTokens(source: string): { end: number; extraComma: number | undefined } {
  let comma: number | undefined;
  let end = 0;
  for (;;) {
    TOKEN.lastIndex = end;
    const token = TOKEN.exec(source)?.[0];
    if (token === undefined) return { end, extraComma: undefined };
    if (/^[}\]]$/.test(token) && comma !== undefined) return { end, extraComma: comma };
    if (token === ',') comma = end;
    else if (token.trim() !== '') comma = undefined;
    end += token.length;
  }
}

/** `line 3, column 12`, both counted from 1. */
export function describePosition(source: string, position: number): string {
  const lines = source.slice(0, position).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
