/** The shapes of UK postcodes, with the letters that each place allows (Royal Mail; BS 7666), and Girobank's own. */
const SHAPE =
  /^(GIR 0AA|([A-PR-UWYZ]\d{1,2}|[A-PR-UWYZ][A-HK-Y]\d{1,2}|[A-PR-UWYZ]\d[A-HJKPSTUW]|[A-PR-UWYZ][A-HK-Y]\d[ABEHMNPRVWXY]) \d[ABD-HJLNP-UW-Z]{2})$/;

/** A UK postcode in capitals with its one space (`TA6 3TA`), however it was typed; null when it cannot be one. */
export function parsePostcode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/\s/g, '');
  const postcode = `${letters.slice(0, -3)} ${letters.slice(-3)}`;
  return SHAPE.test(postcode) ? postcode : null;
}
