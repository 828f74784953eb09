import { DELIVERY } from '../../support/sample-order.ts';
import type { Random } from './random.ts';
import { MOMENTS, type Moment } from './storm.ts';
import { CAPPED_WEEK, OPEN_WEEKS } from './world.ts';

/** In pence, as the made-up shop sells. */
export const BOX_PENCE = 2735;

/** `late` is a branch box whose address comes with the completion call only, as section 7 allows. */
export const WAYS = ['branch box', 'branch box', 'foliage', 'without script', 'late'] as const;
type Way = (typeof WAYS)[number];

const CARDS = {
  paid: '4242424242424242',
  'settles later': '4000000000009987',
  'fails later': '4000000000009979',
  declined: '4000000000000002',
} as const;

/** Somebody who buys, and what the shop has told them so far. */
export interface Buyer {
  readonly index: number;
  readonly way: Way;
  readonly email: string;
  readonly street: string;
  readonly quantity: number;
  readonly card: string;
  /** When their browser vanishes, if it does. */
  readonly leaves: 'after the intent' | 'after the payment' | null;
  week: string;
  attemptId: string;
  /** As the completion call or the thank-you page named it. */
  orderNumber: string | null;
  /** Whether the completion call of theirs was answered with the order, so that it has what the call said. */
  hasCompleted: boolean;
  /** The week that they wanted was full. */
  wasMoved: boolean;
}

/** Somebody who writes to the farm. */
export interface Writer {
  readonly email: string;
  readonly submissionId: string;
  readonly isForm: boolean;
  /** Whether the shop has said that it has the message. */
  isAccepted: boolean;
}

export type Person =
  | { readonly kind: 'buyer'; readonly buyer: Buyer; readonly aim: Moment | null }
  | { readonly kind: 'writer'; readonly writer: Writer; readonly aim: Moment | null };

/** Everybody of a campaign, in the order in which they come; so many of them bring a kill. */
export function makeUpPeople(random: Random, purchases: number, wantedKills = 0): Person[] {
  const people: Person[] = [];
  let kills = 0;
  const drawAim = () => {
    if (people.length * wantedKills < kills * purchases) return null;
    kills += 1;
    return MOMENTS[(kills * 5) % MOMENTS.length] as Moment;
  };
  for (let index = 0; index < purchases; index += 1) {
    people.push({ kind: 'buyer', buyer: makeUpBuyer(random, index), aim: drawAim() });
    if (index % 5 !== 4) continue;
    const writer = {
      email: `writer-${index}@example.com`,
      submissionId: random.uuid(),
      isForm: random.has(0.5),
      isAccepted: false,
    };
    people.push({ kind: 'writer', writer, aim: drawAim() });
  }
  return people;
}

function makeUpBuyer(random: Random, index: number): Buyer {
  const draw = random.next();
  const card =
    draw < 0.8
      ? CARDS.paid
      : draw < 0.88
        ? CARDS['settles later']
        : draw < 0.93
          ? CARDS['fails later']
          : CARDS.declined;
  return {
    index,
    way: WAYS[index % WAYS.length] as Way,
    email: `buyer-${index}@example.com`,
    street: `${index + 1} Orchard Close`,
    quantity: random.between(1, 3),
    card,
    leaves: random.has(0.08) ? 'after the intent' : random.has(0.25) ? 'after the payment' : null,
    week: random.has(0.4) ? CAPPED_WEEK : random.pick(OPEN_WEEKS),
    attemptId: random.uuid(),
    orderNumber: null,
    hasCompleted: false,
    wasMoved: false,
  };
}

/** The order as the page stores it (section 3). */
export function describeOrder({ email, street, quantity, week }: Buyer) {
  return {
    ...DELIVERY,
    customerName: 'Ada Holly',
    customerEmail: email,
    shippingAddress: street,
    quantity,
    unitPrice: (BOX_PENCE / 100).toFixed(2),
    totalAmount: ((quantity * BOX_PENCE) / 100).toFixed(2),
    deliveryWeek: week,
  };
}
