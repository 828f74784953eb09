import { parseSize, pricedTrees } from '#domain/content/trees.ts';
import type { PricedTree, PriceList } from '#domain/schemas/price-list.ts';
import { getPage, getSilhouette } from '../../content/site.ts';
import {
  drawHeightPlates,
  type HeightPlates,
  type PlateHeight,
  type PlateTree,
} from '../../drawings/height-plates.ts';

/** The pages that show a whole price list. */
const PRICED = ['prices', 'wholesale', 'pick-your-own', 'book-now'] as const;
/** A table below a plate has a column for each height, and more of them would be too narrow for a price. */
const MOST_COLUMNS = 16;

type Sizes = Pick<PricedTree, 'sizes'>;

/** The pictures of all heights, of all lists, in one file: they share their trees. */
export function plotHeights(): HeightPlates {
  const lists = new Map<string, PlateHeight[]>();
  for (const id of PRICED) {
    const { prices } = getPage(id);
    if (prices === undefined) continue;
    const heights = listPlateHeights(listByHeight(prices));
    if (heights.length > 0 && heights.length <= MOST_COLUMNS) lists.set(keyOf(prices), heights);
  }
  return drawHeightPlates(lists);
}

/** Of two pages with the same list, each has its own copy. */
export function keyOf(list: PriceList): string {
  return JSON.stringify(list);
}

/** The trees of a list that are sold in several heights. */
export function listByHeight(list: PriceList): PricedTree[] {
  return pricedTrees(list).filter(({ sizes }) => sizes.length > 1);
}

/** Each size that one of these is sold in, once, from the smallest; models, which have no height, in their order. */
export function listSizes(kinds: readonly Sizes[]): string[] {
  const sizes = new Set(kinds.flatMap(({ sizes }) => sizes.map(({ size }) => size)));
  const middleOf = (size: string) => {
    const range = parseSize(size);
    return range ? range.lowFeet + range.highFeet : 0;
  };
  return [...sizes].sort((a, b) => middleOf(a) - middleOf(b));
}

/** In feet. A tree sold as 5-6ft is drawn at 6ft. */
export function heightOf(size: string): number {
  return parseSize(size)?.highFeet ?? 0;
}

/** Whether each kind that is sold in this size marks it as popular. */
export function isPopular(kinds: readonly Sizes[], size: string): boolean {
  return kinds
    .flatMap(({ sizes }) => sizes.filter((each) => each.size === size))
    .every(({ popular }) => popular);
}

function listPlateHeights(kinds: readonly PricedTree[]): PlateHeight[] {
  const drawn: (Sizes & PlateTree)[] = [];
  for (const { type, sizes } of kinds) {
    const outline = getSilhouette(type);
    if (outline !== undefined) drawn.push({ type, sizes, outline });
  }
  return listSizes(drawn).map((size) => ({
    feet: heightOf(size),
    popular: isPopular(drawn, size),
    trees: drawn.filter(({ sizes }) => sizes.some((each) => each.size === size)),
  }));
}
