/** A whole number as people read it: `12,345`. Without Intl, for the reason in london-clock.ts. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
