import { formatCount } from '../count.ts';
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
  /** A message for each line that cannot be used, with its number. */
  readonly mistakes: readonly { readonly line: number; readonly error: string }[];
}

/** A line that would be entered, with the order as it was read for the preview. */
export interface TrackingProposal extends TrackingLine {
  readonly id: string;
  readonly version: number;
  readonly buyer: string;
  /** The number that stands in the order already; null for most. */
  readonly replaces: string | null;
}

/** A line that is left out. */
export interface LeftOutLine {
  readonly line: number;
  /** Null where the line names no order. */
  readonly orderNumber: string | null;
  /** Null where there is no such order. */
  readonly buyer: string | null;
  readonly reason: string;
  /** Whether there is nothing to mend: the order has the number already. */
  readonly isDone: boolean;
}

/** What would become of a pasted list, before anything of it is entered. */
export interface TrackingPreview {
  readonly proposals: readonly TrackingProposal[];
  readonly leftOut: readonly LeftOutLine[];
}

/** A proposal that somebody has agreed to. */
export interface TrackingEntry {
  readonly id: string;
  /** Of the order as the preview showed it. */
  readonly version: number;
  readonly trackingNumber: string;
  /** Whether another number that stands is to be replaced. */
  readonly replace: boolean;
}

/** Lines of a pasted list, and bytes of it. A day's parcels; each is an order to change and a mail. */
export const MOST_LINES = 800;
export const MOST_BYTES = 96 * 1024;

/** Why a list is too long, for whoever has pasted it; null when it is not. */
export function describeTooLong(text: string): string | null {
  const lines = splitLines(text).filter((row) => row.trim() !== '').length;
  if (lines > MOST_LINES) {
    return `This list has ${formatCount(lines)} lines, and ${MOST_LINES} can be entered at a time. Please split it.`;
  }
  if (new TextEncoder().encode(text).length <= MOST_BYTES) return null;
  return 'This list is longer than 96 kB. Please split it, or leave out the columns that are not needed.';
}

export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
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
  splitLines(text).forEach((row, index) => {
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
