import { formatCount } from '../count.ts';
import { parseOrderNumber } from './order-number.ts';

/** One usable line of a pasted list. */
export interface TrackingLine {
  /** Counted from 1, as people do. */
  readonly line: number;
  readonly orderNumber: string;
  readonly trackingNumber: string;
}

export interface TrackingList {
  readonly lines: readonly TrackingLine[];
  /** A message for each unusable line, with its number. */
  readonly mistakes: readonly { readonly line: number; readonly error: string }[];
}

/** A line that would be saved, with the order as it was read for the preview. */
export interface TrackingProposal extends TrackingLine {
  readonly id: string;
  readonly version: number;
  readonly buyer: string;
  /** The tracking number that the order already has; null for most. */
  readonly replaces: string | null;
}

/** A line that would not be saved. */
export interface LeftOutLine {
  readonly line: number;
  /** Null if the line names no order. */
  readonly orderNumber: string | null;
  /** Null if there is no such order. */
  readonly buyer: string | null;
  readonly reason: string;
  /** Whether there is nothing to correct, because the order already has this number. */
  readonly isDone: boolean;
}

/** The result that saving a pasted list would have. */
export interface TrackingPreview {
  readonly proposals: readonly TrackingProposal[];
  readonly leftOut: readonly LeftOutLine[];
}

/** A proposal that somebody has accepted. */
export interface TrackingEntry {
  readonly id: string;
  /** The version that the preview showed. */
  readonly version: number;
  readonly trackingNumber: string;
  /** Whether to replace an existing, different number. */
  readonly replace: boolean;
}

/**
 * The limits of a pasted list, in lines and bytes. That is a day's parcels; each means a changed order and an e-mail.
 */
export const MOST_LINES = 800;
export const MOST_BYTES = 96 * 1024;

/** Why a list is too long, for the person who pasted it; null if it is not. */
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
 * Reads order numbers with their tracking numbers, one order per line, pasted from a spreadsheet or a carrier's CSV.
 * Columns can be separated by commas, semicolons or tabs, quoted or not, in any order; other columns are ignored. A
 * first line without an order number is a heading, unless it starts like a mistyped one.
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

/** Removes spaces around a cell, and one quotation mark at either end. */
function unquote(cell: string): string {
  const text = cell.trim();
  const start = text.startsWith('"') ? 1 : 0;
  return text.slice(start, text.length > start && text.endsWith('"') ? -1 : undefined);
}

function isLikeOrderNumber(cell: string): boolean {
  return /^BB[\s-]?\w{2}/i.test(cell);
}

/**
 * Normalises a parcel's tracking number to capitals and digits without spaces (`AB123456789GB`), or returns null if it
 * cannot be one. Carriers use different lengths; 8 to 30 characters with at least one digit covers them.
 */
export function parseTrackingNumber(text: string): string | null {
  const plain = text.replace(/[\s-]/g, '').toUpperCase();
  return /^(?=.*\d)[A-Z0-9]{8,30}$/.test(plain) ? plain : null;
}
