/** A whole number for people: `12,345`. Without Intl, for the reason in london-clock.ts. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 order`, `1,200 orders`; `2 boxes` with a plural of its own. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** `three`, for sentences. Numbers above ten stay digits. */
export function countInWords(count: number): string {
  return WORDS[count] ?? String(count);
}

/** `10–20 minutes`, or `25 minutes`. */
export function formatMinutes(minutes: readonly number[]): string {
  return `${minutes.join('–')} minutes`;
}
