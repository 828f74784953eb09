import { fitShape, readCode } from './plain-text.ts';

/** The formats of UK postcodes, with the letters allowed in each place (Royal Mail; BS 7666), and Girobank's own. */
const FORMAT =
  /^(GIR 0AA|([A-PR-UWYZ](\d|[1-9]\d)|[A-PR-UWYZ][A-HK-Y](\d|[1-9]\d)|[A-PR-UWYZ]\d[A-HJKPSTUW]|[A-PR-UWYZ][A-HK-Y]\d[ABEHMNPRVWXY]) \d[ABD-HJLNP-UW-Z]{2})$/;

/** Where the letters and digits of the first half are. */
const SHAPES = ['A9', 'A99', 'AA9', 'A9A', 'AA99', 'AA9A'];

/**
 * Turns a UK postcode, however it was typed, into capitals with one space (`TA6 3TA`); null if it cannot be one. An O for
 * a 0 is mended where only one postcode comes of it.
 */
export function parsePostcode(typed: string): string | null {
  const letters = readCode(typed).replace(/[\s.,-]/g, '');
  const postcode = `${letters.slice(0, -3)} ${letters.slice(-3)}`;
  if (FORMAT.test(postcode)) return postcode;
  const fitting = SHAPES.map((shape) => `${shape} 9AA`)
    .filter((shape) => shape.length === postcode.length)
    .map((shape) => fitShape(postcode, shape))
    .filter((each) => FORMAT.test(each));
  return new Set(fitting).size === 1 ? (fitting[0] ?? null) : null;
}

/** What helps somebody whose postcode is none; undefined if nothing more is known. */
export function explainPostcode(typed: string): string | undefined {
  const [, number] = /^B\.?F\.?P\.?O\.?[\s-]*(\d{1,4})/.exec(readCode(typed)) ?? [];
  if (number === undefined) return undefined;
  return `We need the postcode of BFPO ${number}: every BFPO number has one, and it begins with BF1.`;
}
