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
