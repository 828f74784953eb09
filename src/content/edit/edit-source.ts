import { isDeepStrictEqual } from 'node:util';
import { parseSource } from '../reader/parse-source.ts';
import { UnreadableFile } from '../reader/problems.ts';
import { editJson } from './edit-json.ts';
import { editMarkdown } from './edit-markdown.ts';
import { isSame } from './source-parts.ts';

/**
 * The file's source with a new value, where only what differs is rewritten. Reading the result gives exactly `value`;
 * lists, and fields as far as their order is read, are in its order. An undefined field counts as left out.
 * @param file path below content/, whose ending says how it is written
 * @param source undefined for a new file
 * @param value the raw record or list, as ContentValues has it
 * @throws Error for a file of another kind, and for a value that no file can hold
 * @throws UnreadableFile if the source has a mistake
 */
export function editSource(file: string, source: string | undefined, value: unknown): string {
  const edit = file.endsWith('.json') ? editJson : file.endsWith('.md') ? editMarkdown : undefined;
  if (edit === undefined) throw new Error(`${file} is of a kind that is not edited`);
  const wanted = toPlain(value);
  if (source !== undefined && isSame(parseSource(file, source), wanted)) return source;
  const result =
    source === undefined ? edit(source, wanted) : keepLineBreaks(source, (text) => edit(text, wanted));
  if (isRead(file, result, wanted)) return result;
  // An anchor has gone, say, to which an alias refers: then the whole file is written.
  const rewritten = edit(undefined, wanted);
  if (isRead(file, rewritten, wanted)) return rewritten;
  throw new Error(`${file} cannot hold this value`);
}

/** Edits a text without carriage returns. A line keeps its own; new ones have what the file has. */
function keepLineBreaks(source: string, edit: (text: string) => string): string {
  const lines = source.split('\n').slice(0, -1);
  const breaks = new Map(lines.map((line) => [line.replace(/\r$/, ''), line.endsWith('\r') ? '\r\n' : '\n']));
  const usual = source.includes('\r\n') ? '\r\n' : '\n';
  const edited = edit(source.replaceAll('\r\n', '\n'));
  return edited.replace(/(.*)\n/g, (_, line: string) => line + (breaks.get(line) ?? usual));
}

function isRead(file: string, text: string, wanted: unknown): boolean {
  try {
    return isDeepStrictEqual(toPlain(parseSource(file, text)), wanted);
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

/** As JSON knows it: without undefined fields. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
