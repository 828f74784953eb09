/**
 * Not allowed in a line of text: control characters, separators that e-mails and labels do not support, characters that
 * change the text direction, and unpaired surrogates.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** Several in a row, such as CR LF, become one space. */
const EVERY_FORBIDDEN = new RegExp(`${FORBIDDEN.source}+`, 'gu');

/** One line of text, trimmed, in Unicode's composed form; null if it contains control characters. */
export function parseLine(typed: string): string | null {
  const line = typed.replaceAll('\t', ' ').normalize('NFC').trim();
  return FORBIDDEN.test(line) ? null : line;
}

/**
 * Several lines, each trimmed, separated by line feeds, without empty ones; null if they contain other control
 * characters.
 */
export function parseLines(typed: string): string | null {
  const lines = typed.split(/\r\n|\n|\r/).map(parseLine);
  return lines.includes(null) ? null : lines.filter((line) => line !== '').join('\n');
}

/** Cleans text from elsewhere for storing: removes what is not allowed, and cuts what is too long. */
export function tidyLine(given: string, longest: number): string {
  // Cut before normalising, whose cost can grow with the square of the length.
  return given
    .slice(0, longest * 2)
    .normalize('NFC')
    .replace(EVERY_FORBIDDEN, ' ')
    .trim()
    .slice(0, longest)
    .trim();
}

/** Whether the text contains a letter or a digit of any script. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
