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
  ...CHARACTERS.flatMap((one) => CHARACTERS.map((other) => one + other)),
  ...SEQUENCES,
];

/** A unit again and again up to a length in characters, with something before and after. */
export function repeat(unit: string, length: number, before = '', after = ''): string {
  const times = Math.max(1, Math.floor((length - before.length - after.length) / unit.length));
  return before + unit.repeat(times) + after;
}

export const ALLOWED_MS = 10;
const COUNTS = 10;

/**
 * The processor time that a piece of work costs more than a plain one, in ms: not affected by what else the machine
 * does, and the least of ten counts, because of this process's own clearing up. Once a count is quick enough the
 * others are left out.
 */
export async function measureExtra(work: () => unknown, plainMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < COUNTS && least - plainMs > ALLOWED_MS; count += 1)
    least = Math.min(least, await measure(work));
  return least - plainMs;
}

/** The processor time of a piece of work, in ms. */
export async function measure(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
