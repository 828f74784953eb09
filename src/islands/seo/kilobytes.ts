/** Bytes for a person: `14.0 kB`, of a thousand bytes each. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} kB`;
}
