import { rm } from 'node:fs/promises';
import { buyThroughApi, type Purchase } from '../../support/buy-through-api.ts';
import { copySiteWithCaps } from '../../support/capped-site.ts';
import { test as shopTest } from '../../support/shop-process.ts';

// The test's own record of the season: what was bought and done, without anything that the service says.

export const PACKED_WEEK = '2025-12-01';
export const WEEKS = ['2025-11-17', '2025-11-24', PACKED_WEEK, '2025-12-08', '2025-12-15'] as const;

/** The orders before the last box of the packed week, which two buyers then want. */
const EARLY_ORDERS = 118;
/** Purchases at the same time, as in a busy hour. */
const AT_ONCE = 4;

const BOXES = [1, 2, 1, 3, 2, 1, 4];
const FIRST_NAMES = ['Ada', 'Ben', 'Cara', 'Dev', 'Elsie', 'Faisal', 'Gwen', 'Harry', 'Isla', 'Jonah', 'Kit'];
const LAST_NAMES = ['Ash', 'Birch', 'Cherry', 'Elder', 'Fern', 'Hazel', 'Linden', 'Maple', 'Oakes', 'Rowan'];
const PLACES = [
  ['Taunton', 'TA1 1AA'],
  ['Bridgwater', 'TA6 3AB'],
  ['Burnham-on-Sea', 'TA8 1AA'],
  ['Bristol', 'BS1 5TR'],
  ['Exeter', 'EX1 1HS'],
  ['London', 'SE10 9NF'],
  ['Edinburgh', 'EH1 1YZ'],
] as const;

/** One order as it is now. */
export interface SeasonOrder {
  week: string;
  readonly boxes: number;
  refunded: number;
  status: 'processing' | 'shipped' | 'cancelled';
  isTracked: boolean;
}

/** By order number. */
export type Season = Map<string, SeasonOrder>;

export function addOrder(season: Season, number: string, week: string, boxes: number): void {
  season.set(number, { week, boxes, refunded: 0, status: 'processing', isTracked: false });
}

/** The boxes that have not been refunded. */
export function countBoxes(orders: readonly SeasonOrder[]): number {
  return orders.reduce((sum, order) => sum + order.boxes - order.refunded, 0);
}

/** The number of boxes on offer: more than needed, except in the packed week, where one is left over. */
export function planCaps(): Record<string, number> {
  const caps: Record<string, number> = {};
  for (const week of WEEKS) caps[week] = week === PACKED_WEEK ? 1 : 20;
  for (const { deliveryWeek, quantity } of planPurchases()) {
    caps[deliveryWeek] = (caps[deliveryWeek] ?? 0) + quantity;
  }
  return caps;
}

/** Makes all orders except the last. Each is paid for with the same requests as the pages', from its own connection. */
export async function takeEarlyOrders(url: string): Promise<Season> {
  const season: Season = new Map();
  const waiting = planPurchases().entries();
  const takeTurns = async () => {
    for (const [index, purchase] of waiting) {
      const address = `192.0.${2 + Math.floor(index / 250)}.${1 + (index % 250)}`;
      const number = await buyThroughApi(url, undefined, { purchase, address });
      addOrder(season, number, purchase.deliveryWeek, purchase.quantity);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  return season;
}

type Planned = Partial<Purchase> & Pick<Purchase, 'quantity' | 'deliveryWeek'>;

function planPurchases(): Planned[] {
  return Array.from({ length: EARLY_ORDERS }, (_, index) => {
    const name = `${pick(FIRST_NAMES, index)} ${pick(LAST_NAMES, index)}`;
    const [shippingCity, shippingPostcode] = pick(PLACES, index);
    return {
      quantity: pick(BOXES, index),
      deliveryWeek: pick(WEEKS, index),
      customerName: name,
      customerEmail: `${name.toLowerCase().replace(' ', '.')}.${index}@example.com`,
      shippingAddress: `${1 + index} High Street`,
      shippingCity,
      shippingPostcode,
      specialInstructions: index % 4 === 0 ? 'Please leave it in the porch.' : '',
    };
  });
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

/** `test` with a shop whose weeks have the season's caps. */
export const test = shopTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  serviceEnv: async ({}, use) => {
    const dist = await copySiteWithCaps(planCaps());
    // A hundred buyers have separate connections; a proxy header says which.
    await use({ DIST_DIR: dist, TRUST_PROXY: '1' });
    await rm(dist, { recursive: true, force: true });
  },
});
