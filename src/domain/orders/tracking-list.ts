import { formatCount } from '../count.ts';
import { fitShape, readCode, readText } from '../plain-text.ts';
import { parseOrderNumber } from './order-number.ts';

/** The tracking numbers of one order in a pasted list. */
interface TrackingLine {
  /** Its lines, counted from 1, as people do. */
  readonly lines: readonly number[];
  readonly orderNumber: string;
  readonly trackingNumbers: readonly string[];
}

export interface TrackingList {
  readonly orders: readonly TrackingLine[];
  /** A message for each unusable line, with its number. */
  readonly mistakes: readonly { readonly line: number; readonly error: string }[];
}

/** An order that would be changed, as it was read for the preview. Its numbers are all that it has afterwards. */
export interface TrackingProposal extends TrackingLine {
  readonly id: string;
  readonly version: number;
  readonly buyer: string;
  /** The tracking numbers that it loses; none for most. */
  readonly replaces: readonly string[];
}

/** Lines that would not be saved. */
export interface LeftOutLine {
  readonly lines: readonly number[];
  /** Null if the line names no order. */
  readonly orderNumber: string | null;
  /** Null if there is no such order. */
  readonly buyer: string | null;
  readonly reason: string;
  /** Whether there is nothing to correct, because the order already has these numbers. */
  readonly isDone: boolean;
}

/** The result that saving a pasted list would have. */
export interface TrackingPreview {
  readonly proposals: readonly TrackingProposal[];
  readonly leftOut: readonly LeftOutLine[];
}

/**
 * The limits of a pasted list, in lines and bytes. That is a day's parcels; each means a changed order and an e-mail.
 */
const MOST_LINES = 800;
const MOST_BYTES = 96 * 1024;

/** Why a list is too long, for the person who pasted it; null if it is not. */
export function describeTooLong(text: string): string | null {
  const lines = splitLines(text).filter((row) => row.trim() !== '').length;
  if (lines > MOST_LINES) {
    return `This list has ${formatCount(lines)} lines, and ${MOST_LINES} can be entered at a time. Please split it.`;
  }
  if (new TextEncoder().encode(text).length <= MOST_BYTES) return null;
  return 'This list is longer than 96 kB. Please split it, or leave out the columns that aren’t needed.';
}

export function splitLines(text: string): string[] {
  return readText(text).split('\n');
}

/**
 * Reads order numbers with their tracking numbers, pasted from a spreadsheet, a carrier's CSV or a message. An order can
 * have several lines, and a line several numbers, which may have spaces in them. Columns can be separated by commas,
 * semicolons or tabs, quoted or not, in any order; other columns are ignored. Spaces do as well, after the order's
 * number, whose `BB-` may be missing. Only a first line of column names is passed over without a message.
 */
export function readTrackingList(text: string): TrackingList {
  const orders = new Map<string, { lines: number[]; numbers: Set<string> }>();
  const owners = new Map<string, string>();
  const mistakes: { line: number; error: string }[] = [];
  const rows = splitLines(text).map((row) => row.split(/[,;\t]/).map(unwrap));
  const first = rows.findIndex(isFilled);
  rows.forEach((cells, index) => {
    const line = index + 1;
    if (!isFilled(cells) || (index === first && isHeading(cells))) return;
    const found = findOrderCell(cells);
    if ('error' in found) {
      mistakes.push({ line, error: found.error });
      return;
    }
    const { column, order } = found;
    const { orderNumber } = order;
    const others = cells.filter((_, at) => at !== column).map(readNumbersIn);
    const numbers = pickNumbers([order.trackingNumbers, ...others].flat());
    const taken = numbers.find((number) => (owners.get(number) ?? orderNumber) !== orderNumber);
    if (numbers.length === 0) {
      mistakes.push({ line, error: `There’s no tracking number for ${orderNumber}.` });
    } else if (taken !== undefined) {
      mistakes.push({ line, error: `${taken} is here for ${owners.get(taken)} as well.` });
    } else {
      const known = orders.get(orderNumber) ?? { lines: [], numbers: new Set() };
      orders.set(orderNumber, known);
      known.lines.push(line);
      for (const number of numbers) {
        owners.set(number, orderNumber);
        known.numbers.add(number);
      }
    }
  });
  return {
    orders: [...orders].map(([orderNumber, { lines, numbers }]) => ({
      lines,
      orderNumber,
      trackingNumbers: [...numbers],
    })),
    mistakes,
  };
}

/** The most parts in which people write an order number (`BB 7F3M 2Q9`), and a tracking number. */
const MOST_ORDER_PARTS = 3;
const MOST_NUMBER_PARTS = 6;

interface OrderCell {
  readonly orderNumber: string;
  /** Those after it in the same cell. */
  readonly trackingNumbers: readonly string[];
}

/** The one cell of a line that names its order, or why it cannot be told. */
function findOrderCell(
  cells: readonly string[],
): { readonly column: number; readonly order: OrderCell } | { readonly error: string } {
  const read = (before: string) =>
    cells.flatMap((cell, column) => {
      const order = readOrderCell(before + cell);
      return order ? [{ column, order }] : [];
    });
  const [named] = read('');
  if (named) return named;
  const mistyped = cells.find(isLikeOrderNumber);
  if (mistyped !== undefined)
    return {
      error: `“${mistyped}” isn’t an order number. Those have no 0, O, 1 or I, and look like BB-7F3M-2Q9.`,
    };
  const [only, ...others] = read('BB-');
  if (only && others.length === 0) return only;
  if (!only) return { error: 'There’s no order number in this line.' };
  return { error: 'Two columns of this line could be the order number. Please write BB- before it.' };
}

/** Null if something else is in the cell. */
function readOrderCell(cell: string): OrderCell | null {
  const words = cell.split(/\s+/);
  for (let parts = 1; parts <= Math.min(words.length, MOST_ORDER_PARTS); parts += 1) {
    const orderNumber = parseOrderNumber(words.slice(0, parts).join(''));
    if (orderNumber === null) continue;
    const rest = words.slice(parts);
    const trackingNumbers = rest.length === 0 ? [] : readNumbers(rest);
    return trackingNumbers && { orderNumber, trackingNumbers };
  }
  return null;
}

/**
 * Reads the numbers of one order: a line each, or with commas or spaces between them. What cannot be a number stays as it
 * was typed, for the service to refuse.
 */
export function splitTrackingNumbers(typed: string): string[] {
  const lines = readText(typed)
    .split(/[\n,;\t]/)
    .map(unwrap);
  return lines.filter((line) => line !== '').flatMap((line) => readNumbers(line.split(/\s+/)) ?? [line]);
}

function readNumbersIn(cell: string): string[] {
  return readNumbers(cell.split(/\s+/)) ?? [];
}

/** The tracking numbers that these words make up, with nothing left over; null if they do not. */
function readNumbers(words: readonly string[]): string[] | null {
  const numbers: string[] = [];
  let at = 0;
  while (at < words.length) {
    const parts = Array.from({ length: MOST_NUMBER_PARTS }, (_, index) => index + 1).find(
      (count) => at + count <= words.length && isPostalNumber(words.slice(at, at + count).join('')),
    );
    const number = parseTrackingNumber(words.slice(at, at + (parts ?? 1)).join(''));
    if (number === null) break;
    numbers.push(number);
    at += parts ?? 1;
  }
  if (at === words.length) return numbers;
  const whole = parseTrackingNumber(words.join(''));
  return whole === null ? null : [whole];
}

/**
 * Other columns can look like a tracking number too, so the numbers of a line are those of the postal services' form,
 * or else the first one and those like it.
 */
function pickNumbers(found: readonly string[]): string[] {
  const postal = found.filter(isPostalNumber);
  if (postal.length > 0) return postal;
  const form = formOf(found[0] ?? '');
  return found.filter((number) => formOf(number) === form);
}

/** The form of the Universal Postal Union's standard S10, such as `AB123456789GB`. */
const POSTAL_SHAPE = 'AA999999999AA';
const POSTAL = /^[A-Z]{2}\d{9}[A-Z]{2}$/;

function isPostalNumber(text: string): boolean {
  return POSTAL.test(fitPostalShape(plainCode(text)));
}

function fitPostalShape(code: string): string {
  // Asked of each word of a pasted list, and of each with those after it.
  if (code.length !== POSTAL_SHAPE.length) return code;
  const fitted = fitShape(code, POSTAL_SHAPE);
  return POSTAL.test(fitted) ? fitted : code;
}

function plainCode(text: string): string {
  return readCode(text).replace(/[\s-]/g, '');
}

function formOf(number: string): string {
  return number.replace(/\d/g, '9').replace(/[A-Z]/g, 'A');
}

/** Removes what spreadsheets put around a cell: spaces, quotation marks, and `="…"`, which keeps a number as text. */
function unwrap(cell: string): string {
  return cell.replace(/^[\s"'=]+|[\s"']+$/g, '');
}

function isFilled(cells: readonly string[]): boolean {
  return cells.some((cell) => cell !== '');
}

/** Whether a line names columns: usual words of theirs, and nothing that is like a number or code. */
function isHeading(cells: readonly string[]): boolean {
  const names =
    /\b(orders?|numbers?|no|ref|references?|tracking|parcels?|barcodes?|customers?|names?|address|postcode)\b/i;
  return (
    cells.some((cell) => names.test(cell)) &&
    !cells.some((cell) => /\d\w|\w\d/.test(cell) || isLikeOrderNumber(cell))
  );
}

function isLikeOrderNumber(cell: string): boolean {
  return /^BB[\s-]?\w{2}/.test(readCode(cell));
}

/**
 * Normalises a parcel's tracking number to capitals and digits without spaces (`AB123456789GB`), or returns null if it
 * cannot be one. Carriers use different lengths; 8 to 30 characters with at least one digit covers them.
 */
export function parseTrackingNumber(text: string): string | null {
  const plain = fitPostalShape(plainCode(text));
  return /^(?=.*\d)[A-Z0-9]{8,30}$/.test(plain) ? plain : null;
}
