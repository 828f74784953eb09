/** The formats of UK postcodes, with the letters allowed in each place (Royal Mail; BS 7666), and Girobank's own. */
const SHAPE =
  /^(GIR 0AA|([A-PR-UWYZ]\d{1,2}|[A-PR-UWYZ][A-HK-Y]\d{1,2}|[A-PR-UWYZ]\d[A-HJKPSTUW]|[A-PR-UWYZ][A-HK-Y]\d[ABEHMNPRVWXY]) \d[ABD-HJLNP-UW-Z]{2})$/;

/** Turns a UK postcode, however it was typed, into capitals with one space (`TA6 3TA`); null if it cannot be one. */
export function parsePostcode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/\s/g, '');
  const postcode = `${letters.slice(0, -3)} ${letters.slice(-3)}`;
  return SHAPE.test(postcode) ? postcode : null;
}
