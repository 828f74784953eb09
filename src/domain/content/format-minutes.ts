/** `10-20 minutes`, or `25 minutes`. */
export function formatMinutes(minutes: readonly number[]): string {
  return `${minutes.join('-')} minutes`;
}
