import { parseSize, pricedTrees } from '#domain/content/trees.ts';
import type { PriceList } from '#domain/schemas/price-list.ts';
import { getPage, getSilhouette } from '../../content/site.ts';
import { drawHeightPlates, type HeightPlates, type PlateTree } from '../../drawings/height-plates.ts';

/** The pages that show a whole price list. */
const PRICED = ['prices', 'wholesale', 'pick-your-own', 'book-now'] as const;
/** A table below a plate has a column for each height, and more of them would be too narrow for a price. */
const MOST_COLUMNS = 16;

/** The pictures of all heights, of all lists, in one file: they share their trees. */
export async function plotHeights(): Promise<HeightPlates> {
  const lists = new Map<string, PlateTree[]>();
  for (const id of PRICED) {
    const { prices } = await getPage(id);
    if (prices !== undefined) lists.set(keyOf(prices), await listTrees(prices));
  }
  return drawHeightPlates(lists);
}

/** Of two pages with the same list, each has its own copy. */
export function keyOf(list: PriceList): string {
  return JSON.stringify(list);
}

/** In feet. A tree sold as 5-6ft is drawn at 6ft. */
export function heightOf(size: string): number {
  return parseSize(size)?.highFeet ?? 0;
}

/** Each tree that is sold in several heights, as many as fit side by side. */
async function listTrees(list: PriceList): Promise<PlateTree[]> {
  const trees: PlateTree[] = [];
  for (const { type, sizes } of pricedTrees(list)) {
    const outline = await getSilhouette(type);
    if (outline === undefined || sizes.length === 1 || sizes.length > MOST_COLUMNS) continue;
    trees.push({
      type,
      outline,
      sizes: sizes.map(({ size, popular }) => ({ feet: heightOf(size), popular })),
    });
  }
  return trees;
}
