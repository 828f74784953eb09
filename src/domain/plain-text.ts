import { formatCount } from './count.ts';

/**
 * What people type or paste, read in one way by every form, endpoint, editor and list. Reading twice is reading once.
 * Callers check the length first, because the cost of normalising can grow with its square.
 */

/** Line ends of every system, of spreadsheets (vertical tab) and of word processors (U+2028). */
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/**
 * What nobody sees: soft hyphens, zero-width characters, direction marks, control characters, and halves of characters.
 * The joiner of an emoji such as 👩‍🌾 is part of it, and stays.
 */
const UNSEEN =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d)(?=\p{Extended_Pictographic})|[^\P{Cc}\n\t]|[\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** Every hyphen, dash and minus of Unicode. */
const DASHES = /[\p{Pd}\u02d7\u2043\u2212]/gu;

/** Text of several paragraphs, in Unicode's composed form, with a line feed for each line end. */
export function readText(typed: string): string {
  return typed
    .replace(LINE_ENDS, '\n')
    .replace(UNSEEN, (_, joined = '') => joined)
    .normalize('NFC');
}

/** One line, trimmed: line ends and tabs become spaces. */
export function readLine(typed: string): string {
  return readText(typed)
    .replace(/[\n\t]+/g, ' ')
    .trim();
}

/** One line with single spaces between its words, as a page shows it. */
export function readWords(typed: string): string {
  return readLine(typed).replace(/\s+/g, ' ');
}

/** Several lines, each trimmed, without empty ones. */
export function readLines(typed: string): string {
  const lines = readText(typed).split('\n').map(readLine);
  return lines.filter((line) => line !== '').join('\n');
}

/** A telephone number: one line, in which every dash is a hyphen. */
export function readNumber(typed: string): string {
  return readLine(typed).replace(DASHES, '-');
}

/** A code, such as a postcode or a tracking number: the same in capitals. */
export function readCode(typed: string): string {
  return readNumber(typed).toUpperCase();
}

/**
 * Reads O and 0, I and 1 as the shape wants them: `ABO23456789GB` gives `AB023456789GB` for `AA999999999AA`.
 * @param shape `A` for a letter, `9` for a digit, and as long as the code
 */
export function fitShape(code: string, shape: string): string {
  return code.replace(/[O0I1]/g, (character, at: number) =>
    shape[at] === '9' ? (TO_DIGIT[character] ?? character) : (TO_LETTER[character] ?? character),
  );
}

const TO_DIGIT: Readonly<Record<string, string>> = { O: '0', I: '1' };
const TO_LETTER: Readonly<Record<string, string>> = { 0: 'O', 1: 'I' };

/** One line of text from elsewhere, for storing: what is too long is cut. */
export function tidyLine(given: string, longest: number): string {
  return readLine(readLine(given.slice(0, longest * 2)).slice(0, longest));
}

/** Whether the text contains a letter or a digit of any script. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The message for a field that holds more than it may. @param found its length, in UTF-16 units */
export function tooLongMessage(label: string, longest: number, found: number): string {
  const name = label.replace(' (optional)', '');
  return `Please shorten ‘${name}’ to ${formatCount(longest)} characters: it has ${formatCount(found)}.`;
}

/** A field's value, or the message for whoever typed it. */
export type Reading<T> = { readonly value: T } | { readonly message: string };

/** Reads one field of a form or of a request. */
export type ReadField<T> = (given: unknown) => Reading<T>;

/** Whether nothing of it is seen. Without normalising, because it may be of any length. */
function isBlank(typed: string): boolean {
  return typed.replace(UNSEEN, '').trim() === '';
}

/** A rule that takes nothing as well: missing, null and empty mean the same. */
export function optional<T>(read: ReadField<T>): ReadField<T | null> {
  return (given) =>
    given === undefined || given === null || (typeof given === 'string' && isBlank(given))
      ? { value: null }
      : read(given);
}

/**
 * The entries as they are read, for a form that comes back: what is corrected is seen. What cannot be read stays as it was
 * typed.
 */
export function correctEntries(
  rules: Readonly<Record<string, ReadField<unknown>>>,
  entries: Readonly<Record<string, string>>,
): Record<string, string> {
  const corrected = Object.entries(entries).map(([name, typed]) => {
    const reading = Object.hasOwn(rules, name) ? rules[name]?.(typed) : undefined;
    return [name, reading && 'value' in reading ? String(reading.value ?? '') : typed];
  });
  return Object.fromEntries(corrected);
}
