import type { Content } from '../reader/parse-content.ts';

/** A sentence for each kind of tree without a price in any list: its cards then show none. */
export function listUnsold({ varieties, prices }: Content): string[] {
  const sold = prices.flatMap(({ data }) =>
    data.groups.flatMap(({ trees }) => trees.map(({ type }) => type)),
  );
  return varieties
    .filter(({ data }) => !sold.includes(data.type))
    .map(({ file, data }) => `content/${file}: no list in content/prices has a price for ${data.type}.`);
}
