import { type Document, parseDocument, visit } from 'yaml';
import { describePosition, describeQuote } from './parse-json.ts';
import { UnreadableFile } from './problems.ts';

/** With the position of every value. A day without quotes becomes a Date, which every schema refuses. */
export function readYaml(fields: string): Document {
  return parseDocument(fields, { prettyErrors: false, keepSourceTokens: true, customTags: ['timestamp'] });
}

/**
 * What the fields say that were read last, by their text. A save in the editor reads the whole folder several times, of
 * which one file has changed, and this takes 50 of the 75 ms of each time.
 */
const KNOWN = new Map<string, unknown>();
/** Three folders, and more pages than a farm has. */
const MOST_KNOWN = 150;

/**
 * The fields of a Markdown file, which stand in it from `start` to `end`.
 * @throws UnreadableFile with line and column in the file, and a name for the mistakes that editors make most
 */
export function parseYaml(source: string, start: number, end: number): unknown {
  const fields = source.slice(start, end);
  if (KNOWN.has(fields)) return structuredClone(KNOWN.get(fields));
  const document = readYaml(fields);
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake !== undefined) {
    const { code, pos, message } = mistake;
    // The colon is what its writer has to find, and not the words before it.
    const colon = code === 'BLOCK_AS_IMPLICIT_KEY' ? fields.slice(pos[0]).search(/:\s/) : 0;
    throw describeMistake(source, start + pos[0] + Math.max(colon, 0), message);
  }
  visit(document, {
    // It could also stand for more than fits into memory.
    Alias(_, { source: name, range }) {
      const reason = `*${name}, which stands for a value that is written elsewhere`;
      throw describeMistake(source, start + (range?.[0] ?? 0), reason);
    },
  });
  // The parser makes its strings letter by letter, and V8 keeps each step of one until it is copied: 50 kB a file.
  const value = document.contents === null ? undefined : structuredClone(document.toJS());
  KNOWN.set(fields, value);
  if (KNOWN.size > MOST_KNOWN) KNOWN.delete(KNOWN.keys().next().value ?? '');
  return structuredClone(value);
}

function describeMistake(source: string, position: number, reason: string): UnreadableFile {
  const lineStart = source.lastIndexOf('\n', position - 1) + 1;
  const [written = ''] = source.slice(lineStart).split('\n', 1);
  const quote = /:[ \t]+([“”„‘’])/.exec(written)?.[1];
  if (quote !== undefined) {
    return new UnreadableFile(
      describePosition(source, lineStart + written.indexOf(quote)),
      ...describeQuote(quote),
    );
  }
  return new UnreadableFile(
    describePosition(source, position),
    reason,
    'YAML: quote words that hold a colon, a brace or a star, and indent with spaces',
  );
}
