import { addSections } from './page-body.ts';
import { describePosition, parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { firstLine, UnreadableFile } from './problems.ts';

/**
 * The raw record or list of a content file, as ContentValues has it.
 * @param file path below content/, whose ending says how to read it
 * @throws UnreadableFile for a mistake in it, with its place
 */
export function parseSource(file: string, source: string): unknown {
  if (file.endsWith('.json')) return parseJson(source);
  if (file.endsWith('.md')) return parseMarkdown(source);
  if (file.endsWith('.svg')) return parseShape(source);
  throw new UnreadableFile('the file', file, 'a file whose name ends in .json or .md');
}

/**
 * Where the fields and the body of a Markdown file stand.
 * @throws UnreadableFile if it does not begin with fields
 */
export function splitMarkdown(source: string): { start: number; fields: string; body: string } {
  const match = /^(\uFEFF?---\r?\n)([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(source);
  if (match === null) {
    throw new UnreadableFile('line 1', firstLine(source), 'the fields, between two lines of three hyphens');
  }
  const [, { length: start } = '', fields = '', body = ''] = match;
  // Other programs treat the second line of hyphens as the end of the fields.
  if (/^---[ \t]*\r?(\n|$)/.test(fields)) {
    throw new UnreadableFile('line 2', '---', 'the first field: one line of three hyphens is enough');
  }
  return { start, fields, body };
}

/** A Markdown file of content/: its fields, with sections of text below them. */
function parseMarkdown(source: string): unknown {
  const { start, fields, body } = splitMarkdown(source);
  const linesBefore = source.split('\n').length - body.split('\n').length;
  return addSections(parseYaml(source, start, start + fields.length), body, linesBefore);
}

/** An SVG file with one path. Groups, transforms and other shapes would be lost, so they are refused. */
function parseShape(source: string): unknown {
  const elements = [...source.matchAll(/<(\w+)\b([^>]*)>/g)].filter(([, name]) => name !== 'title');
  const [svg, path, more] = elements;
  if (svg?.[1] !== 'svg' || path?.[1] !== 'path' || more !== undefined || /\stransform=/.test(source)) {
    throw new UnreadableFile(
      'the file',
      elements.map(([, name]) => `<${name}>`).join('') || firstLine(source),
      'one <svg> with one <path> in it, without a transform',
    );
  }
  return { viewBox: readAttribute(svg[2], 'viewBox'), path: readAttribute(path[2], 'd') };
}

function readAttribute(attributes: string | undefined, name: string): string | undefined {
  return new RegExp(`\\s${name}="\\s*([^"]*?)\\s*"`).exec(attributes ?? '')?.[1];
}

const WANTED = 'the file saved as UTF-8';

/**
 * The text of a content file.
 * @throws UnreadableFile that names the encoding if it is not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) throw new UnreadableFile('the file', 'this file is UTF-16', WANTED);
  if (bytes.includes(0)) throw new UnreadableFile('the file', 'a file without text', WANTED);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const text = new TextDecoder().decode(bytes);
    throw new UnreadableFile(
      describePosition(text, text.indexOf('\uFFFD')),
      'a character that is not UTF-8: this file is in an older encoding, such as Windows-1252',
      WANTED,
    );
  }
}
