import { parseOrderNumber } from './order-number.ts';
import { parseTrackingNumber } from './tracking-number.ts';

/** One usable line of a pasted list. */
export interface TrackingLine {
  /** From 1, as the person sees it. */
  readonly line: number;
  readonly orderNumber: string;
  readonly trackingNumber: string;
}

export interface TrackingList {
  readonly lines: readonly TrackingLine[];
  /** A sentence for each line that cannot be used, with its number. */
  readonly mistakes: readonly { readonly line: number; readonly error: string }[];
}

/**
 * Reads order numbers with their tracking numbers, one order a line, as they are pasted from a spreadsheet or come in a
 * carrier's CSV: separated by commas, semicolons or tabs, quoted or not, in any column, other columns ignored. A first
 * line without an order number is taken for the heading, unless it begins like one that was mistyped.
 */
export function readTrackingList(text: string): TrackingList {
  const lines: TrackingLine[] = [];
  const mistakes: { line: number; error: string }[] = [];
  const seen = new Set<string>();
  text.split(/\r\n|\r|\n/).forEach((row, index) => {
    const line = index + 1;
    const cells = row.split(/[,;\t]/).map(unquote);
    if (cells.every((cell) => cell === '')) return;
    const place = cells.findIndex((cell) => parseOrderNumber(cell) !== null);
    const orderNumber = parseOrderNumber(cells[place] ?? '');
    if (orderNumber === null) {
      if (line > 1 || cells.some(isLikeOrderNumber))
        mistakes.push({ line, error: 'There is no order number in this line.' });
      return;
    }
    const others = cells.filter((_, at) => at !== place);
    const trackingNumber = others.map(parseTrackingNumber).find((number) => number !== null);
    if (trackingNumber === undefined) {
      mistakes.push({ line, error: `There is no tracking number for ${orderNumber}.` });
    } else if (seen.has(orderNumber)) mistakes.push({ line, error: `${orderNumber} stands here twice.` });
    else lines.push({ line, orderNumber, trackingNumber });
    seen.add(orderNumber);
  });
  return { lines, mistakes };
}

/** A cell without spaces around it, and without one quotation mark at either end. */
function unquote(cell: string): string {
  const text = cell.trim();
  const start = text.startsWith('"') ? 1 : 0;
  return text.slice(start, text.length > start && text.endsWith('"') ? -1 : undefined);
}

function isLikeOrderNumber(cell: string): boolean {
  return /^BB[\s-]?\w{2}/i.test(cell);
}
