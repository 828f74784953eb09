/** One character of each kind in patterns, and sequences that patterns of this project start and fail with. */
const CHARACTERS = [
  ...'aA0 -_.,;:@/"\'`(%[]=+&<>\n\t\r~!',
  '\u00e9',
  '\u0301',
  '\u0316',
  '\u200b',
  '\ud83c\udf84',
];
const SEQUENCES = [
  ...[
    '(01-',
    '01 ',
    ' 01-',
    'a@',
    '@a.',
    'a.',
    "'aa",
    ' "a',
    '`aa',
    '[1',
    ']:1',
    '%41',
    '%C3',
    'BB',
    '1,',
    'q=0',
    '; ',
  ],
  ...[
    '\u0301\u0316',
    '<script ',
    '<!--',
    '</script',
    'a="b" ',
    'key=',
    'bytes=',
    'v1=',
    'a[]=&',
    '{"a":',
    '[[',
    '\\"',
  ],
];

/** Units to repeat: each character, each pair of two kinds, and the sequences. */
export const UNITS: readonly string[] = [
  ...CHARACTERS,
  // In one order: the other one differs in its first character only.
  ...CHARACTERS.flatMap((one, at) => CHARACTERS.slice(at + 1).map((other) => one + other)),
  ...SEQUENCES,
];

/** A unit again and again up to a length in characters, with something before and after. */
export function repeat(unit: string, length: number, before = '', after = ''): string {
  const times = Math.max(1, Math.floor((length - before.length - after.length) / unit.length));
  return before + unit.repeat(times) + after;
}
