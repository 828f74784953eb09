/** Markup that is safe to write into a page. Only `html` makes it, so text that was not escaped cannot pass for it. */
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

/** What can stand between the markup: text is escaped, markup is not, and nothing is written for the empty ones. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

/**
 * Markup with everything in `${…}` escaped, fit for text and for attributes in quotes. Never for an attribute
 * without quotes, a script, a style or the scheme of an address.
 */
export function html(markup: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  const [first = '', ...rest] = markup;
  return new Html(
    MAKER,
    rest.reduce((text, next, index) => text + write(parts[index]) + next, first),
  );
}

/** Text as it stands in markup: `&`, `<`, `>` and both quotes as character references. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function write(part: HtmlPart): string {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'object') return part.map(write).join('');
  return escapeHtml(String(part));
}
