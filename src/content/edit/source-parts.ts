import { type Document, isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { readYaml } from '../reader/parse-yaml.ts';

/** A value of a file, and the place of its text. Offsets count characters from 0; `end` is the first one after it. */
export interface Part {
  readonly kind: Kind;
  readonly value: unknown;
  readonly start: number;
  /** Of a list or record over several lines without brackets: the end of its last line. */
  readonly end: number;
  /** Whether a list or record stands in brackets, as in JSON. */
  readonly isFlow: boolean;
  readonly items: readonly Item[];
}

/** An item of a list, or a field of a record. */
export interface Item {
  /** The field's name; undefined in a list. */
  readonly key: string | undefined;
  /** Where the name, the hyphen or the value begins. */
  readonly start: number;
  readonly part: Part;
}

export type Kind = 'list' | 'record' | 'scalar';

export function kindOf(value: unknown): Kind {
  if (typeof value !== 'object' || value === null) return 'scalar';
  return Array.isArray(value) ? 'list' : 'record';
}

/** Also of the order of fields, because maps such as `sections` are shown in their order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The values of JSON, which is YAML too, or of the fields of a Markdown file. Undefined where there are none. */
export function readParts(source: string): Part | undefined {
  const document = readYaml(source);
  return document.contents === null ? undefined : toPart(document.contents, source, document);
}

function toPart(node: Node, source: string, document: Document): Part {
  const [start = 0, valueEnd = start] = node.range ?? [];
  const value = node.toJS(document);
  const text = source.slice(start, valueEnd).trimEnd();
  const items = listItems(node, source, document);
  // Anything unusual, such as an alias or a name after a question mark, is only ever rewritten whole.
  if (items === undefined) {
    return { kind: 'scalar', value, start, end: start + text.length, isFlow: false, items: [] };
  }
  const isFlow = (node as YAMLMap | YAMLSeq).flow === true;
  const end = isFlow ? valueEnd : endOfLine(source, items.at(-1)?.part.end ?? start);
  return { kind: kindOf(value), value, start, end, isFlow, items };
}

function listItems(node: Node, source: string, document: Document): Item[] | undefined {
  const [start = 0] = node.range ?? [];
  if (!(isMap(node) || isSeq(node)) || node.anchor !== undefined || node.tag?.startsWith('!'))
    return undefined;
  if (node.flow === true && !/[[{]/.test(source[start] ?? '')) return undefined;
  const tokens = node.srcToken !== undefined && 'items' in node.srcToken ? node.srcToken.items : [];
  const items = node.items.map((each, index): Item | undefined => {
    const marks = tokens[index]?.start ?? [];
    if (isSeq(node)) {
      const part = toPart(each as Node, source, document);
      const hyphen = marks.find(({ type }) => type === 'seq-item-ind');
      return { key: undefined, start: hyphen?.offset ?? part.start, part };
    }
    const { key, value } = each as { key: Node; value: Node | null };
    if (!isScalar(key) || value === null || marks.some(({ type }) => type === 'explicit-key-ind')) {
      return undefined;
    }
    return { key: String(key.value), start: key.range?.[0] ?? 0, part: toPart(value, source, document) };
  });
  return items.includes(undefined) ? undefined : (items as Item[]);
}

export function startOfLine(source: string, position: number): number {
  return source.lastIndexOf('\n', position - 1) + 1;
}

export function endOfLine(source: string, position: number): number {
  const end = source.indexOf('\n', position);
  return end === -1 ? source.length : end;
}
