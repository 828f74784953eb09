/** First and last byte, both included, as in `Content-Range`. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a `Range` header by RFC 9110 section 14.
 * @returns the range; 'unsatisfiable' when it lies beyond the file (416); undefined when the header is to be
 * ignored and the whole file sent: another unit, several ranges, or not a range at all
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '');
  if (!match) return undefined;
  const [, start, end] = match;
  if (!start) {
    if (!end) return undefined;
    // A suffix, `-500`: the last 500 bytes, or the whole file when it is shorter.
    const length = Math.min(Number(end), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(start);
  if (end && Number(end) < first) return undefined;
  if (first >= size) return 'unsatisfiable';
  return { first, last: end ? Math.min(Number(end), size - 1) : size - 1 };
}
