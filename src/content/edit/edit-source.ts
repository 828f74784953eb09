import { isDeepStrictEqual } from 'node:util';
import { type Document, isCollection, isMap, isScalar, isSeq, type Node } from 'yaml';
import { isRecord, parseSections } from '../reader/page-body.ts';
import { parseSource, splitMarkdown } from '../reader/parse-source.ts';
import { readYaml } from '../reader/parse-yaml.ts';
import { UnreadableFile } from '../reader/problems.ts';

/**
 * The file's source with a new value, in the layout that all content has: JSON as `JSON.stringify` writes it, fields as
 * the `yaml` package does, with the comments and quotes that they have, and a paragraph a line below them. Reading the
 * result gives exactly `value`; an undefined field counts as left out.
 * @param file path below content/, whose ending says how it is written
 * @param source undefined for a new file
 * @param value the raw record or list, as ContentValues has it
 * @throws Error for a file of another kind, and for a value that no file can hold
 * @throws UnreadableFile if the source has a mistake
 */
export function editSource(file: string, source: string | undefined, value: unknown): string {
  const write = file.endsWith('.json') ? writeJson : file.endsWith('.md') ? writeMarkdown : undefined;
  if (write === undefined) throw new Error(`${file} is of a kind that is not edited`);
  const wanted = toPlain(value);
  if (source !== undefined && isSame(parseSource(file, source), wanted)) return source;
  const written = write(source, wanted);
  if (!isRead(file, written, wanted)) throw new Error(`${file} cannot hold this value`);
  return written;
}

/** Also of the order of fields, because maps such as `sections` are shown in their order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** As JSON knows it: without undefined fields. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function isRead(file: string, text: string, wanted: unknown): boolean {
  try {
    return isDeepStrictEqual(toPlain(parseSource(file, text)), wanted);
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

function writeJson(_: string | undefined, value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Its fields, and below them the words of sections. */
function writeMarkdown(source: string | undefined, value: unknown): string {
  const document = readYaml(
    source === undefined ? '' : splitMarkdown(source).fields.replaceAll('\r\n', '\n'),
  );
  const { fields, body } = divideSections(value, document.toJS());
  document.contents = changeNode(document, document.contents, fields);
  const written = document.toString({
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  });
  return `---\n${written.trimEnd()}\n---\n${body}`;
}

/** The node with another value. Whatever of it is as before keeps its quotes, brackets and comments. */
function changeNode(document: Document, node: Node | null, value: unknown): Node {
  if (node !== null && isSame(node.toJS(document), value)) return node;
  if (isMap<Node, Node | null>(node) && isRecord(value)) {
    const pairs = new Map(
      node.items.map((pair) => [String(isScalar(pair.key) ? pair.key.value : pair.key), pair]),
    );
    const [first] = node.items;
    node.items = Object.entries(value).map(([key, each]) => {
      const pair = pairs.get(key);
      if (pair === undefined) return document.createPair(key, each);
      pair.value = changeNode(document, pair.value, each);
      return pair;
    });
    if (first && !node.items.includes(first)) keepCommentAbove(first.key, node.items[0]?.key);
    return node;
  }
  if (isSeq<Node>(node) && Array.isArray(value)) {
    const left = [...node.items];
    const take = (item: Node | undefined) => (item ? left.splice(left.indexOf(item), 1)[0] : undefined);
    const equal = value.map((each) => take(left.find((item) => isSame(item.toJS(document), each))));
    const inBrackets = node.items.some((item) => isCollection(item) && item.flow);
    node.items = value.map((each, index) => {
      const known = equal[index] ?? left.shift();
      const item = changeNode(document, known ?? null, each);
      if (known === undefined && isCollection(item)) item.flow = inBrackets;
      return item;
    });
    return node;
  }
  if (isScalar(node) && (value === null || typeof value !== 'object')) {
    node.value = value;
    // A block has lines, and cannot hold spaces alone.
    if (typeof value === 'string' && value.trim() === '') node.type = 'QUOTE_DOUBLE';
    return node;
  }
  return document.createNode(value);
}

/** A comment with an empty line below it is about more than the field that comes next, and stays when that one goes. */
function keepCommentAbove(removed: Node | undefined, next: Node | undefined): void {
  const [, kept] = /^([\s\S]*)\n\n/.exec(removed?.commentBefore ?? '') ?? [];
  if (kept !== undefined && next) next.commentBefore = [kept, next.commentBefore ?? ''].join('\n\n');
}

/**
 * Divides a page into its fields and the words below them. A section stays where it is, and a new one goes below the
 * fields if its words can stand there. The reader lists the sections below the fields first: so after one that is in
 * the fields only, all others are too.
 * @param before the fields of the file, without the sections in its body
 */
function divideSections(value: unknown, before: unknown): { fields: unknown; body: string } {
  if (!isRecord(value) || !isRecord(value.sections)) return { fields: value, body: '' };
  const inFields = isRecord(before) && isRecord(before.sections) ? before.sections : {};
  const left: Record<string, unknown> = {};
  const written: string[] = [];
  Object.entries(value.sections).forEach(([id, section], index) => {
    const own = inFields[id];
    const isWhole = isRecord(own) && ('heading' in own || 'text' in own);
    const words = index === written.length && !isWhole ? writeSection(id, section) : undefined;
    if (words === undefined) left[id] = section;
    else {
      written.push(`\n${words}\n`);
      const { heading: _, text: __, links: ___, ...more } = section as Record<string, unknown>;
      if (Object.keys(more).length > 0) left[id] = more;
    }
  });
  const { sections: _, ...others } = value;
  const isEmpty = Object.keys(left).length === 0 && written.length > 0;
  return { fields: isEmpty ? others : { ...value, sections: left }, body: written.join('') };
}

/** The words of a section as they stand below the fields; undefined if reading them would give others. */
function writeSection(id: string, section: unknown): string | undefined {
  const { heading, text, links } = isRecord(section) ? section : {};
  const buttons = Array.isArray(links) ? links.map((each) => `[${each?.label}](${each?.href})`) : [];
  const paragraphs = Array.isArray(text) ? text : [];
  const blocks = [
    `## ${heading} {#${id}}`,
    ...paragraphs,
    ...(buttons.length > 0 ? [buttons.join('\n')] : []),
  ];
  const written = blocks.join('\n\n');
  try {
    const isRight = isDeepStrictEqual(parseSections(written, 0), { [id]: toPlain({ heading, text, links }) });
    return isRight ? written : undefined;
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}
