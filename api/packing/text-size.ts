import { readAddress } from '#domain/orders/order-fields.ts';
import type { Order } from '../orders/orders-repository.ts';

/** The place of a text on paper. */
export interface TextBox {
  readonly widthMm: number;
  readonly heightMm: number;
  /** Sizes in points, largest first. Each has a class in src/styles/packing.css. */
  readonly sizes: readonly number[];
}

const MM_PER_POINT = 25.4 / 72;
/** As in src/styles/packing.css. */
const LINE_HEIGHT = 1.2;

/** The largest size at which all lines fit after wrapping, or the smallest size. */
export function chooseTextSize(lines: readonly string[], { widthMm, heightMm, sizes }: TextBox): number {
  const fits = (points: number) => {
    const em = points * MM_PER_POINT;
    const count = lines.reduce((sum, line) => sum + countRows(line, widthMm / em), 0);
    return count * em * LINE_HEIGHT <= heightMm;
  };
  return sizes.find(fits) ?? Math.min(...sizes);
}

/** Joins the last lines, so that forty short ones do not take forty rows. */
export function limitLines(lines: readonly string[], most: number): string[] {
  const kept = lines.slice(0, most - 1);
  const others = lines.slice(most - 1).join(', ');
  return others === '' ? kept : [...kept, others];
}

/** How many rows a line takes when wrapped between words, and within words wider than a row. */
function countRows(line: string, rowEms: number): number {
  let rows = 1;
  let used = 0;
  for (const word of line.split(' ')) {
    const width = measureEms(word);
    const gap = used === 0 ? 0 : SPACE_EMS;
    if (used + gap + width <= rowEms) {
      used += gap + width;
      continue;
    }
    if (used > 0) rows += 1;
    const whole = Math.max(0, Math.ceil(width / rowEms) - 1);
    rows += whole;
    used = width - whole * rowEms;
  }
  return rows;
}

const SPACE_EMS = 0.32;

/**
 * An estimate on the wide side, based on DejaVu Sans: texts may print smaller than necessary, but are never cut off.
 */
function measureEms(word: string): number {
  let ems = 0;
  for (const character of word) {
    if (/[MW@%\u{1100}-\u{10FFFF}]/u.test(character)) ems += 1;
    else ems += /[A-Z0-9\p{Lu}mw&]/u.test(character) ? 0.72 : 0.6;
  }
  return ems;
}

const MOST_STREET_LINES = 4;
/** In points. Below this size, joining the lines of a street is better than printing them smaller. */
const SMALLEST_FOR_LINES = 7;

/**
 * Name, street and town as lines, and their size in points. The postcode has a line of its own, so that it is never cut
 * off.
 */
export function fitAddress(order: Order, box: TextBox): { lines: string[]; size: number } {
  const lines = listLines(order, MOST_STREET_LINES);
  const size = chooseTextSize(lines, box);
  if (size >= SMALLEST_FOR_LINES) return { lines, size };
  const joined = listLines(order, 1);
  return { lines: joined, size: chooseTextSize(joined, box) };
}

function listLines(order: Order, mostStreetLines: number): string[] {
  const address = readAddress(order);
  if (address === null) return [];
  const { name, street, town, country } = address;
  return [name, ...limitLines(street, mostStreetLines), town, country ?? ''].filter((line) => line !== '');
}
