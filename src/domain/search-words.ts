import { readLine } from './plain-text.ts';

/** Letters that Unicode does not take apart into a plain letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
};

/** Every character that stands for an apostrophe on some keyboard. */
export const APOSTROPHES = /['`´‘’‛ʻʼ′＇]/g;

/** Lower case, without accents: `Łukaszewski` gives `lukaszewski`. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðþßæœıς]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** The folded words of a text. An apostrophe joins what is around it: `O’Brien` gives `obrien`. */
export function listWords(text: string): string[] {
  return (
    foldText(text)
      .replace(APOSTROPHES, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Further words of a query are ignored. Nobody needs them, and each costs time. */
const MAX_QUERY_WORDS = 8;

/** The folded words of what somebody typed to search. */
export function listQueryWords(typed: string): string[] {
  return listWords(readLine(typed)).slice(0, MAX_QUERY_WORDS);
}

/** A number or code without spaces, and a British phone number as people type it: `+44 7700 900321` is 07700900321. */
export function listCodes(text: string): string[] {
  const code = listWords(text).join('');
  return /^44\d{9,10}$/.test(code) ? [code, code.replace('44', '0')] : [code];
}

/** The words of a text with apostrophes, each taken as a gap: `O’Brien` gives `o` and `brien`. Otherwise none. */
export function listWordsApart(text: string): string[] {
  const apart = text.replace(APOSTROPHES, ' ');
  return apart === text ? [] : listWords(apart);
}
