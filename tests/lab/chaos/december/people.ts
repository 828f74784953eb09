import { addDays, type IsoDay } from '../../../../src/domain/dates.ts';
import type { Random } from '../random.ts';

/** In pence, as the tests' shop sells. */
export const BOX_PENCE = 2735;

/** How an order reaches the farm. */
export type Way = 'shop' | 'link' | 'cash' | 'bank';

/** Somebody who buys in December. */
export interface Customer {
  readonly index: number;
  readonly way: Way;
  readonly name: string;
  readonly email: string;
  readonly street: string;
  readonly town: string;
  readonly postcode: string;
  readonly quantity: number;
  readonly week: IsoDay;
  readonly gift: { readonly recipient: string; readonly message: string } | null;
}

const NAMES = ['Sinéad O’Brien', 'Łukasz Łukaszewski', 'Ada Holly', 'Zoë Fields', 'Tom Heath', 'Priya Nair'];
const TOWNS = ['Taunton', 'Bridgwater', 'Wellington', 'Ilminster'];

/** The shares of the weeks: the two that are packed, the one that snow closes, and the one that its buyers move to. */
const SHARES = [0.35, 0.7, 0.9, 1];

/** Everybody of one December: two in fifteen give a present, and one in fifteen telephones. */
export function makeUpCustomers(random: Random, count: number, firstWeek: IsoDay): Customer[] {
  return Array.from({ length: count }, (_, index) => {
    const share = random.next();
    const week = SHARES.findIndex((most) => share < most);
    const isGift = index % 15 === 3 || index % 15 === 9;
    return {
      index,
      way: index % 15 === 7 ? random.pick(['link', 'cash', 'bank']) : 'shop',
      name: NAMES[index] ?? `${random.pick(['Ann', 'Ben', 'Cora', 'Dev'])} ${toWord(index)}`,
      email: `customer-${index}@example.com`,
      street: `${index + 1} Orchard Close`,
      town: random.pick(TOWNS),
      postcode: `TA${random.between(1, 20)} ${random.between(1, 9)}AA`,
      quantity: random.has(0.6) ? 1 : random.between(2, 5),
      week: addDays(firstWeek, 7 * week),
      gift: isGift
        ? { recipient: `Granny ${toWord(index)}`, message: `Happy Christmas from ${index}!` }
        : null,
    };
  });
}

/** A name that no other number has: `Bada` and the like. */
function toWord(index: number): string {
  const syllables = ['ba', 'da', 'fo', 'gi', 'hu', 'ka', 'lo', 'mi', 'nu', 'pe'];
  const word = [...String(index)].map((digit) => syllables[Number(digit)]).join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}
