/** Names on the drawn maps, in units of their drawings. */
export const LETTER_SIZE = 15;
export const LINE_HEIGHT = 17;
/** Between the letters and the edge of their plate. */
const PADDING = 6;
/** A longer name is set on two lines. */
const LONGEST_LINE = 16;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The name on one line, or on two of about the same length. */
export function breakName(name: string): string[] {
  if (name.length <= LONGEST_LINE) return [name];
  const spaces = [...name].flatMap((letter, index) => (letter === ' ' ? [index] : []));
  const middle = name.length / 2;
  const at = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return at === undefined ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

/**
 * The width that these letters are given. Nobody knows which serif a reader has, so the map makes the letters fit this
 * width (`textLength`), which is near that of all of them.
 */
export function measureLine(line: string): number {
  const ems = [...line].map((letter) => {
    if (/[ijltfrIJ.,'’ -]/.test(letter)) return 0.36;
    if (/[mwMW]/.test(letter)) return 0.88;
    return /[A-Z&]/.test(letter) ? 0.72 : 0.54;
  });
  return Math.round(ems.reduce((sum, em) => sum + em, 0) * LETTER_SIZE);
}

/** The size of the plate behind the lines; with a number it has room for its disc. */
export function measurePlate(lines: readonly string[], isNumbered = false): Pick<Box, 'width' | 'height'> {
  return {
    width: Math.max(...lines.map(measureLine)) + 2 * PADDING + (isNumbered ? LETTER_SIZE : 0),
    height: lines.length * LINE_HEIGHT + 4,
  };
}
