import { formatPrice, type Pence } from '../money.ts';

/** Types that a price list can contain besides the kinds of trees in content/varieties (section 3, type values). */
export const OTHER_TYPES: readonly string[] = ['pot_grown', 'potted_tree', 'tree_stand'];

/** A shape in one colour, cropped to its box, for height charts. */
export interface Silhouette {
  /** `x y width height`, close around the shape. */
  readonly viewBox: string;
  readonly path: string;
}

/** For a kind of tree whose outline nobody has drawn. */
export const PLAIN_TREE: Silhouette = {
  viewBox: '0 0 60 100',
  path: 'm30 0 11 24-5-1 10 21-6-1 10 22-7-1 12 24H34v12h-8V88H5l12-24-7 1 10-22-6 1 10-21-5 1z',
};

/** A price list's description of a variety (section 3, price list entry). */
export const VARIETY_KINDS = ['non-drop', 'premium', 'traditional'] as const;

/** Badges with their own colour (section 3). Any other text is yellow. */
const BADGE_TONES = {
  'Most Popular': 'red',
  'Best Value': 'green',
  Premium: 'purple',
  'Eco-Friendly': 'teal',
  'Plant Me': 'dark-green',
  Essential: 'blue',
  Convenient: 'teal',
} as const satisfies Record<string, string>;

export type BadgeTone = (typeof BADGE_TONES)[keyof typeof BADGE_TONES] | 'yellow';

/** The colour of a badge (section 3). */
export function badgeTone(badge: string): BadgeTone {
  return Object.hasOwn(BADGE_TONES, badge) ? BADGE_TONES[badge as keyof typeof BADGE_TONES] : 'yellow';
}

/** Feet from lowest to highest; one number for an exact height such as `7ft`. */
export interface SizeRange {
  readonly lowFeet: number;
  readonly highFeet: number;
}

/** Reads `7ft`, `4-5ft` (or `4–5ft`) or `4ft to 15ft`, the formats of heights in section 9; null otherwise. */
export function parseSize(text: string): SizeRange | null {
  const match = /^(\d{1,2})ft$|^(\d{1,2})[-–](\d{1,2})ft$|^(\d{1,2})ft to (\d{1,2})ft$/.exec(text);
  if (!match) return null;
  const low = Number(match[1] ?? match[2] ?? match[4]);
  const high = Number(match[1] ?? match[3] ?? match[5]);
  return low <= high && low > 0 ? { lowFeet: low, highFeet: high } : null;
}

/** The part of a price list that says which trees share sizes and prices. */
interface Groups<Tree, Size> {
  readonly groups: readonly {
    readonly id: string;
    readonly trees: readonly Tree[];
    readonly sizes: readonly Size[];
  }[];
}

/** The trees of a price list, each with its sizes, even if two share them. */
export function pricedTrees<Tree, Size>(
  list: Groups<Tree, Size>,
): (Tree & { readonly id: string; readonly sizes: readonly Size[] })[] {
  return list.groups.flatMap(({ id, trees, sizes }) => trees.map((tree) => ({ ...tree, id, sizes })));
}

/** The lowest and the highest of these prices; undefined if there are none. */
export function priceRange(
  priced: readonly { readonly price: Pence }[],
): { readonly lowest: Pence; readonly highest: Pence } | undefined {
  const prices = priced.map(({ price }) => price).sort((a, b) => a - b);
  const [lowest] = prices;
  const highest = prices.at(-1);
  return lowest === undefined || highest === undefined ? undefined : { lowest, highest };
}

/** `£35 to £200`, or the one price; undefined if there are none. */
export function writePriceRange(priced: Parameters<typeof priceRange>[0]): string | undefined {
  const range = priceRange(priced);
  return range && [...new Set([range.lowest, range.highest])].map(formatPrice).join(' to ');
}
