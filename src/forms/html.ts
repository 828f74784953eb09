/** Markup that is safe to write into a page. Only `html` creates it, so unescaped text cannot pass for it. */
export class Html {
  readonly #markup: string;

  constructor(key: symbol, markup: string) {
    if (key !== MAKER) throw new TypeError('Markup is made by html`…`, which escapes what is put into it.');
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

const MAKER = Symbol('html');

/** Values that can be inserted into markup. Text is escaped, markup is not, and empty values are left out. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

/**
 * Markup that escapes everything in `${…}`. Safe for text and quoted attributes. Not for unquoted attributes, scripts,
 * styles or the scheme of a URL.
 */
export function html(markup: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  const [first = '', ...rest] = markup;
  return new Html(
    MAKER,
    rest.reduce((text, next, index) => text + write(parts[index]) + next, first),
  );
}

/** Escapes `&`, `<`, `>` and both quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function write(part: HtmlPart): string {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'object') return part.map(write).join('');
  return escapeHtml(String(part));
}
