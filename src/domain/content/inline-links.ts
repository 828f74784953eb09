/** A link inside a sentence of an answer, written `[our prices](/prices)`. */
export interface InlineLink {
  readonly label: string;
  readonly href: string;
}

const LINK = /\[([^[\]]+)\]\(([^()[\]\s]+)\)/g;

/** The parts of a paragraph in order: words, and links among them. */
export function splitInlineLinks(paragraph: string): (string | InlineLink)[] {
  const parts: (string | InlineLink)[] = [];
  let end = 0;
  for (const { 0: whole, 1: label = '', 2: href = '', index } of paragraph.matchAll(LINK)) {
    if (index > end) parts.push(paragraph.slice(end, index));
    parts.push({ label, href });
    end = index + whole.length;
  }
  if (end < paragraph.length) parts.push(paragraph.slice(end));
  return parts;
}

/** A paragraph as a search engine reads it: of a link only its words. */
export function withoutInlineLinks(paragraph: string): string {
  return paragraph.replace(LINK, '$1');
}
