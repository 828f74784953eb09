import { Marked, type Token, type Tokens } from 'marked';
import { keepTogether } from '#domain/keep-together.ts';

/**
 * The words of a page: paragraphs, lists, **bold** and [links](/visit), as Markdown writes them. This is all that pages
 * show of it; whatever else Markdown would make something of is a fault.
 */
const markdown = new Marked({
  gfm: false,
  // Words that were pasted with spaces before them are words, not code.
  tokenizer: { code: () => undefined },
  renderer: { html: () => '' },
});

/** What no page shows. */
export interface WordsFault {
  readonly found: string;
  /** Completes the message "wanted: …". */
  readonly wanted: string;
}

/** A paragraph, a list, or what is neither. */
interface WordsBlock {
  readonly kind: 'paragraph' | 'list' | 'heading' | 'other';
  /** A paragraph in one line; a list with a line for each item. */
  readonly text: string;
  /** Where it begins in the source, from 0. */
  readonly line: number;
}

/** Divides a text at its empty lines and lists. */
export function readBlocks(source: string): WordsBlock[] {
  let line = 0;
  return parse(source).flatMap((token) => {
    const begins = line;
    line += token.raw.split('\n').length - 1;
    return token.type === 'space' ? [] : [{ ...describeBlock(token), line: begins }];
  });
}

function describeBlock({ type, raw }: Token): Omit<WordsBlock, 'line'> {
  const text = raw.trim();
  if (type === 'paragraph') return { kind: type, text: text.replaceAll(/[ \t\n]+/g, ' ') };
  if (type === 'list') return { kind: type, text: text.replaceAll(/[ \t]*\n(\s*\n)?/g, '\n') };
  return { kind: type === 'heading' ? type : 'other', text };
}

/** What of a text no page shows: headings, HTML, pictures, and bold or links that are not complete. */
export function findWordsFaults(text: string): WordsFault[] {
  return parse(text).flatMap(findFaults);
}

/** What of a text would mean something in words, but is shown as it stands in a heading or a name. */
export function findMarkup(text: string): WordsFault[] {
  return markdown
    .lexer(text.replaceAll('\n', ' '))
    .flatMap((token) => ('tokens' in token ? (token.tokens ?? []) : token.type === 'html' ? [token] : []))
    .filter(({ type }) => !['text', 'escape', 'br'].includes(type))
    .map(({ raw }) => ({
      found: show(raw),
      wanted: 'plain words: this one has no bold words, links or HTML',
    }));
}

/** The addresses that the links of a text lead to. */
export function listLinks(text: string): string[] {
  const addresses: string[] = [];
  markdown.walkTokens(parse(text), (token) => {
    if (token.type === 'link') addresses.push(token.href);
  });
  return addresses;
}

/** Whether a paragraph is links only, which a page shows as buttons. @returns undefined if it is not */
export function readButtons(paragraph: string): { label: string; href: string }[] | undefined {
  const [block, ...more] = parse(paragraph);
  if (block?.type !== 'paragraph' || more.length > 0) return undefined;
  const inline = (block as Tokens.Paragraph).tokens.filter(({ raw }) => raw.trim() !== '');
  if (!inline.every((token): token is Tokens.Link => token.type === 'link')) return undefined;
  return inline.map(({ text, href }) => ({ label: text, href }));
}

/** The words of a link to another site, which opens in a new tab and says so, as buttons do. */
const ELSEWHERE = /(<a href="https:[^>]*)>(.*?)<\/a>/g;
const NEW_TAB =
  '$1 target="_blank" rel="noopener">$2<span class="visually-hidden"> (opens in a new tab)</span></a>';

/** The HTML of words: `<p>`, `<ul>`, `<ol>`, `<strong>` and `<a>`. Their check has been passed. */
export function wordsToHtml(text: string | readonly string[]): string {
  const html = markdown.parser(parse(join(text))).replaceAll(ELSEWHERE, NEW_TAB);
  return keepTogether(html.replaceAll(/(<\/?(?:p|ul|ol|li)\b[^>]*>)\n/g, '$1'));
}

/** The HTML of a heading, a name or a label, which has no markup. */
export function textToHtml(text: string): string {
  return keepTogether(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
}

/**
 * The lines of words without their markup: each paragraph, and each item of a list.
 * @param linkTo what is said of a link beside its words, such as its full address in an e-mail
 */
export function wordsToLines(
  text: string | readonly string[],
  linkTo: (href: string) => string = () => '',
): string[] {
  return parse(join(text)).flatMap((token) => listLines(token, linkTo));
}

function join(text: string | readonly string[]): string {
  return typeof text === 'string' ? text : text.join('\n\n');
}

/** Bullets from another program; a dash is one only where there are several, because it may begin an aside. */
const BULLET = /^[ \t]*[•·▪◦‣●○][ \t]+/gm;
const DASH = /^[ \t]*[–—][ \t]+/gm;

/** Spaces before a paragraph or a list, which mean nothing to whoever pasted them. */
const INDENT = /(^\n*|\n[ \t]*\n)[ \t]+/g;

/** More marks at the beginning of a line than anybody means. Each would be a list or a quotation within the last one. */
const NESTED = /^((?:>|[*+-](?= )|\d{1,9}[.)](?= )) *)(?:(?:>|[*+-](?= )|\d{1,9}[.)](?= )) *){8,}/gm;

function parse(source: string): Token[] {
  const bulleted = source.replaceAll(BULLET, '- ').replaceAll(NESTED, '$1');
  const isList = (bulleted.match(DASH)?.length ?? 0) > 1;
  return markdown.lexer((isList ? bulleted.replaceAll(DASH, '- ') : bulleted).replaceAll(INDENT, '$1'));
}

function inlineOf(token: Token): readonly Token[] {
  return 'tokens' in token ? (token.tokens ?? []) : [];
}

function listLines(token: Token, linkTo: (href: string) => string): string[] {
  if (token.type === 'space') return [];
  if (token.type !== 'list') return [sayInline(inlineOf(token), linkTo)];
  const { ordered, start, items } = token as Tokens.List;
  return items.flatMap(({ tokens }, index) => {
    const [first = '', ...more] = tokens.flatMap((each) => listLines(each, linkTo));
    return [`${ordered ? `${Number(start) + index}.` : '•'} ${first}`, ...more];
  });
}

function sayInline(tokens: readonly Token[], linkTo: (href: string) => string): string {
  return tokens
    .map((token) => {
      const inner = () => sayInline(inlineOf(token), linkTo);
      if (token.type === 'strong') return inner();
      if (token.type === 'link') return inner() + linkTo(token.href);
      if (token.type === 'br') return ' ';
      return token.type === 'escape' ? token.text : token.raw;
    })
    .join('');
}

const EXAMPLE = 'such as [our prices](/prices)';
/** What is wanted instead of what Markdown knows and no page shows. */
const WANTED: Readonly<Record<string, string>> = {
  heading: 'no heading within these words: bold ones, **like this**, can stand in its place',
  html: 'no HTML: bold words are written **like this**, and a list has lines that begin with a hyphen',
  image: 'no picture within words: a picture has a field of its own',
  em: 'two stars on each side for bold words, **like this**, or none',
  codespan: 'no backticks',
  code: 'no backticks',
  blockquote: 'no line that begins with >',
  hr: 'no line of hyphens or stars: an empty line begins a new paragraph',
  def: `a link in one piece, ${EXAMPLE}`,
};

function findFaults(token: Token): WordsFault[] {
  const fault = (wanted: string): WordsFault[] => [{ found: show(token.raw), wanted }];
  const wanted = WANTED[token.type];
  if (wanted !== undefined) return token.raw.startsWith('</') ? [] : fault(wanted);
  if (token.type === 'list')
    return (token as Tokens.List).items.flatMap((item) => item.tokens.flatMap(findFaults));
  if (token.type === 'link') {
    if (token.href === '') return fault(`an address between the round brackets, ${EXAMPLE}`);
    if (token.text.trim() === '') return fault(`words between the square brackets, ${EXAMPLE}`);
    if (token.title) return fault(`nothing but the address between the round brackets, ${EXAMPLE}`);
  }
  const inner = inlineOf(token);
  return [...inner.flatMap(findFaults), ...(token.type === 'link' ? [] : findRemains(inner))];
}

/** What is left of bold words and links that are not complete. */
const REMAINS: readonly (readonly [RegExp, string])[] = [
  [/\[[^[\]\0]*\](?:\([^\0]*| \((?=[/#]|https?:)[^\0]*)/, `a link in one piece, ${EXAMPLE}`],
  [
    /\*\*[^\0]*/,
    'two stars before the bold words and two behind them, without a space inside: **like this**',
  ],
  [/&(?:#\d+|[a-z]+\d*);/i, 'the sign itself: it is shown as it is typed'],
];

function findRemains(tokens: readonly Token[]): WordsFault[] {
  // What is not text is complete. It stands between texts like a letter that nobody types.
  const text = tokens.map(({ type, raw }) => (type === 'text' ? raw : '\0')).join('');
  return REMAINS.flatMap(([pattern, wanted]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [{ found: show(found), wanted }];
  });
}

const LONGEST_FOUND = 60;

function show(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `"${line.length > LONGEST_FOUND ? `${line.slice(0, LONGEST_FOUND - 1)}…` : line}"`;
}
