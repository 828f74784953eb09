import { readYaml } from '../reader/parse-yaml.ts';
import { type Match, matchItems } from './match-items.ts';
import { endOfLine, isSame, kindOf, type Part, readParts, startOfLine } from './source-parts.ts';
import { spliceFlow } from './splice-flow.ts';

const STEP = 2;

/** What a value is in the file now (`own`), and what it is to look like: `own`, or the neighbour of a new one. */
interface Origin {
  readonly own: Part | undefined;
  readonly model: Part | undefined;
}

/** The fields of a Markdown file with new values. Comments, quotes and line breaks stay where nothing differs. */
export function editYaml(source: string, value: unknown): string {
  const root = readParts(source);
  if (root === undefined || root.kind !== kindOf(value)) return new Writer('').write(value, NEW, 0);
  const written = new Writer(source).write(value, { own: root, model: root }, columnOf(root, source));
  return source.slice(0, root.start) + written + source.slice(root.end);
}

const NEW: Origin = { own: undefined, model: undefined };

class Writer {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** @param column of a list's hyphens or a record's names; undefined within brackets */
  write(value: unknown, { own, model }: Origin, column: number | undefined): string {
    if (own !== undefined && isSame(own.value, value)) return this.#source.slice(own.start, own.end);
    const kind = kindOf(value);
    if (kind === 'scalar') return this.#writeScalar(value, model, column === undefined);
    const alike = model?.kind === kind ? model : undefined;
    const isOwn = own?.kind === kind;
    const matches = matchItems(alike?.items ?? [], value).map((match) =>
      isOwn ? match : { ...match, own: undefined },
    );
    if (matches.length > 0 && column !== undefined && alike?.isFlow !== true) {
      return this.#writeLines(matches, isOwn ? own : undefined, column);
    }
    // A comment within a neighbour's brackets is not about the new one.
    const layout = alike?.isFlow && (isOwn || !this.#textOf(alike).includes('#')) ? alike : undefined;
    return spliceFlow(matches, layout, this.#source, kind === 'list', (match) => {
      const fresh = match.key === undefined ? '' : `${writeKey(match.key)}: `;
      return (this.#headOf(match) ?? fresh) + this.write(match.value, toOrigin(match), undefined);
    });
  }

  /** A list or record over several lines. Its first item continues a line. */
  #writeLines(matches: readonly Match[], part: Part | undefined, column: number): string {
    const indent = ' '.repeat(column);
    return matches
      .map((match, index) => {
        const item = this.#writeItem(match, column) + this.#after(match);
        const before = this.#before(match, part);
        if (index > 0) return before + indent + item;
        const comment = before.trimStart();
        return comment === '' ? item : comment + indent + item;
      })
      .join('\n');
  }

  #writeItem(match: Match, column: number): string {
    const { key, value, own, model } = match;
    if (own !== undefined && isSame(own.part.value, value))
      return this.#source.slice(own.start, own.part.end);
    const isBlock = isOverLines(value, model?.part);
    const wasBlock = isOverLines(own?.part.value, own?.part);
    // A list's hyphens can stand below the first letter of its name, and a record's names cannot.
    const isLike = isBlock ? wasBlock && own?.part.kind === kindOf(value) : !wasBlock;
    const head = isLike ? this.#headOf(match) : undefined;
    const inner = isBlock && own && head !== undefined ? columnOf(own.part, this.#source) : column + STEP;
    const name = key === undefined ? '- ' : `${writeKey(key)}:${isBlock ? `\n${' '.repeat(inner)}` : ' '}`;
    return (head ?? name) + this.write(value, toOrigin(match), inner);
  }

  /** The hyphen or name before a value; undefined if it is new, or was empty. */
  #headOf({ own }: Match): string | undefined {
    if (own === undefined || own.part.start === own.part.end) return undefined;
    return this.#source.slice(own.start, own.part.start);
  }

  /** Comments and empty lines above an item; the ones above the first belong to the whole. */
  #before({ own }: Match, part: Part | undefined): string {
    if (own === undefined || part === undefined) return '';
    const previous = part.items[part.items.indexOf(own) - 1];
    if (previous === undefined) return '';
    const end = endOfLine(this.#source, previous.part.end);
    return this.#source.slice(end + 1, startOfLine(this.#source, own.start));
  }

  /** A comment behind an item. */
  #after({ own }: Match): string {
    return own === undefined ? '' : this.#source.slice(own.part.end, endOfLine(this.#source, own.part.end));
  }

  #textOf({ start, end }: Part): string {
    return this.#source.slice(start, end);
  }

  /** In the quotes of its model where they fit, and without quotes only if the words have no special character. */
  #writeScalar(value: unknown, model: Part | undefined, isInBrackets: boolean): string {
    const quoted = JSON.stringify(value);
    if (typeof value !== 'string') return quoted;
    const quote = model?.kind === 'scalar' ? this.#source[model.start] : undefined;
    if (quote === '"' || value.includes('\n')) return quoted;
    const written = quote === "'" ? `'${value.replaceAll("'", "''")}'` : value;
    if (quote !== "'" && /[:{}[\]#]/.test(value)) return quoted;
    const { errors, warnings, contents } = readYaml(isInBrackets ? `[${written}]` : `- ${written}`);
    const isRead = errors.length + warnings.length === 0 && isSame(contents, [value]);
    return isRead ? written : quoted;
  }
}

/** Whether a value takes lines of its own. */
function isOverLines(value: unknown, model: Part | undefined): boolean {
  const kind = kindOf(value);
  if (kind === 'scalar' || Object.keys(value as object).length === 0) return false;
  return model?.kind !== kind || !model.isFlow;
}

function toOrigin({ own, model }: Match): Origin {
  return { own: own?.part, model: model?.part };
}

function columnOf({ start }: Part, source: string): number {
  return start - startOfLine(source, start);
}

function writeKey(key: string): string {
  return /^[a-z_][\w.-]*$/i.test(key) && key !== 'null' ? key : JSON.stringify(key);
}
