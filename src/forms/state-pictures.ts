/**
 * The picture of each state that an order, its payment or a link can be in; null is the page's own. Pages list the
 * states that they show, and what is written into them says with `data-picture` which one it is.
 */
export const STATE_PICTURES = {
  unknown: null,
  open: null,
  pending: null,
  processing: null,
  unreachable: 'no-signal',
  unpaid: 'nail',
  cancelled: 'nail',
  ended: 'gate',
  over: 'gate',
  paid: 'doorstep',
  shipped: 'van',
  delivered: 'doorstep',
} as const;

/** What is said in a state, with the name of its picture. */
export function withPicture(state: keyof typeof STATE_PICTURES, markup: string): string {
  const picture = STATE_PICTURES[state];
  return `<div${picture === null ? '' : ` data-picture="${picture}"`}>${markup}</div>`;
}
