/**
 * What no line of text may hold: control characters, separators that mails and labels do not know, marks that turn
 * the direction of what follows, and halves of characters.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** Several in a row, as CR LF, leave one space. */
const EVERY_FORBIDDEN = new RegExp(`${FORBIDDEN.source}+`, 'gu');

/** One line of text, trimmed, in Unicode's composed form; null when it holds control characters. */
export function parseLine(typed: string): string | null {
  const line = typed.replaceAll('\t', ' ').normalize('NFC').trim();
  return FORBIDDEN.test(line) ? null : line;
}

/** Several lines, each trimmed, separated by line feeds, without empty ones; null with other control characters. */
export function parseLines(typed: string): string | null {
  const lines = typed.split(/\r\n|\n|\r/).map(parseLine);
  return lines.includes(null) ? null : lines.filter((line) => line !== '').join('\n');
}

/** Text from elsewhere made fit to keep: what is forbidden is left out, and what is too long is cut off. */
export function tidyLine(given: string, longest: number): string {
  // Cut before it is normalised, which can take the square of the length.
  return given
    .slice(0, longest * 2)
    .normalize('NFC')
    .replace(EVERY_FORBIDDEN, ' ')
    .trim()
    .slice(0, longest)
    .trim();
}

/** Whether there is anything in it to read: a letter or a digit of any script. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
