/** Feet from lowest to highest; one number for an exact height such as `7ft`. */
export interface SizeRange {
  readonly lowFeet: number;
  readonly highFeet: number;
}

/** Reads `7ft`, `4-5ft` or `4ft to 15ft`, the three formats of heights in section 9; null otherwise. */
export function parseSize(text: string): SizeRange | null {
  const match = /^(\d{1,2})ft$|^(\d{1,2})-(\d{1,2})ft$|^(\d{1,2})ft to (\d{1,2})ft$/.exec(text);
  if (!match) return null;
  const low = Number(match[1] ?? match[2] ?? match[4]);
  const high = Number(match[1] ?? match[3] ?? match[5]);
  return low <= high && low > 0 ? { lowFeet: low, highFeet: high } : null;
}
