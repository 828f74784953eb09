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

/** The words of a text with apostrophes, each taken as a gap: `O’Brien` gives `o` and `brien`. Otherwise none. */
export function listWordsApart(text: string): string[] {
  const apart = text.replace(APOSTROPHES, ' ');
  return apart === text ? [] : listWords(apart);
}
