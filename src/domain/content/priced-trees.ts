import type { PricedTree, PriceList } from '../schemas/price-list.ts';

/** The trees of a price list, each with its sizes, also where two share them. */
export function pricedTrees(list: Pick<PriceList, 'groups'>): PricedTree[] {
  return list.groups.flatMap(({ id, trees, sizes }) => trees.map((tree) => ({ ...tree, id, sizes })));
}
