const MONTH = '(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*';
const UNIT =
  'ft|[ck]?m|kg|am|pm|(?:second|minute|hour|day|week|month|year|mile|pint|litre|tree|box|pound|character|digit)(?:e?s)?|per cent|times';

/** What no line ends within. What customers type is among it, so each part is short enough for a line. */
const TOGETHER = /* @__PURE__ */ (() =>
  new RegExp(
    [
      // Numbers of the telephone and of the map's grid, and postcodes.
      /\b(?:[A-Z]{2} )?\d{3,5}(?: \d{3,4}){1,2}\b/,
      /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/,
      new RegExp(`\\b(?:from )?\\d{1,2} ${MONTH}\\b`),
      /\b(?:M\d+ )?[Jj]unction \d+|\bM\d+ [Jj]unctions\b|\b\d{1,3} and \d{1,3}\b/,
      // Ranges, with their unit: 1–2 hours, 9am–4:30pm, Mon–Fri.
      new RegExp(`[\\w:.£]{1,12}(?:–[\\w:.£]{1,12}){1,3}(?: (?:${UNIT})\\b)?`),
      new RegExp(`£?\\b\\d[\\d.,]{0,9} (?:${UNIT})\\b`),
      // Burnham-on-Sea, e-mail.
      /\b(?:e|[A-Z][\w’]{1,11})(?:-[\w’]{1,11}){1,3}\b/,
    ]
      .map(({ source }) => source)
      .join('|'),
    'g',
  ))();

/** The start or end of an element whose text is no line of words. */
const WORDLESS = /^<(\/?)(?:option|script|style|textarea|title)\b/;

/**
 * HTML whose numbers stay with their units, and so on, at the ends of lines. Marks them up instead of putting other
 * spaces and hyphens in, so that they are found and copied as they were typed. The class is in `styles/base.css`.
 */
export function keepTogether(html: string): string {
  let isWordless = false;
  return html.replaceAll(/<[^<>]*>|[^<]+/g, (part) => {
    const [tag, end] = WORDLESS.exec(part) ?? [];
    if (tag) isWordless = end === '';
    // Nor is an address that is shown.
    return isWordless || /^(?:<|https?:)/.test(part)
      ? part
      : part.replaceAll(TOGETHER, '<span class="one">$&</span>');
  });
}
