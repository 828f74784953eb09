/**
 * The picture of each state that an order, its payment or a link can be in; in every other it is the page's own. Pages
 * list the states that they show, and what is written into them says with `data-picture` which one it is.
 */
export const STATE_PICTURES = {
  unreachable: 'no-signal',
  unpaid: 'nail',
  cancelled: 'nail',
  ended: 'gate',
  over: 'gate',
  paid: 'doorstep',
  shipped: 'doorstep',
  delivered: 'doorstep',
} as const;

/** What is said in a state, with the name of its picture. */
export function withPicture(state: string, markup: string): string {
  const picture = (STATE_PICTURES as Readonly<Record<string, string>>)[state];
  return `<div${picture === undefined ? '' : ` data-picture="${picture}"`}>${markup}</div>`;
}
