import { formatCount } from '#domain/count.ts';

/** Bytes for people: `14.0 kB`, of a thousand bytes each. */
export function formatKilobytes(bytes: number): string {
  const tenths = Math.round(bytes / 100);
  return `${formatCount(Math.floor(tenths / 10))}.${tenths % 10} kB`;
}
