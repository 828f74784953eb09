import { type Item, isSame, kindOf } from './source-parts.ts';

/** An item of the wanted list or record. */
export interface Match {
  readonly key: string | undefined;
  readonly value: unknown;
  /** What it was in the file; undefined if it is new. */
  readonly own: Item | undefined;
  /** `own`, or for a new one a neighbour whose layout it gets. */
  readonly model: Item | undefined;
}

/** Finds each item of a list or record in the file: fields by their name, items of a list by what they say. */
export function matchItems(items: readonly Item[], value: unknown): Match[] {
  const found = Array.isArray(value) ? matchList(items, value) : matchRecord(items, value as object);
  let last = -1;
  return found.map(({ key, value: each, own }) => {
    if (own !== undefined) last = items.indexOf(own);
    const isAlike = ({ part }: Item) => part.kind === kindOf(each);
    const model = own ?? items.slice(0, last + 1).findLast(isAlike) ?? items.find(isAlike);
    return { key, value: each, own, model };
  });
}

type Found = Omit<Match, 'model'>;

function matchRecord(items: readonly Item[], value: object): Found[] {
  return Object.entries(value).map(([key, each]) => ({
    key,
    value: each,
    own: items.findLast((item) => item.key === key),
  }));
}

/** Equal items first, wherever they are now; then the most similar ones, which are taken for changed. */
function matchList(items: readonly Item[], values: readonly unknown[]): Found[] {
  const left = new Set(items);
  const take = (item: Item | undefined) => {
    if (item !== undefined) left.delete(item);
    return item;
  };
  const equal = values.map((value) => take([...left].find(({ part }) => isSame(part.value, value))));
  return values.map((value, index) => {
    const inPlace = items.length === values.length ? items[index] : undefined;
    const own =
      equal[index] ?? take(inPlace !== undefined && left.has(inPlace) ? inPlace : mostSimilar(left, value));
    return { key: undefined, value, own };
  });
}

function mostSimilar(items: ReadonlySet<Item>, value: unknown): Item | undefined {
  const [best] = [...items]
    .map((item) => ({ item, score: similarity(item.part.value, value) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return best?.item;
}

/** How many fields of two records are equal. */
function similarity(one: unknown, other: unknown): number {
  if (kindOf(one) !== 'record' || kindOf(other) !== 'record') return 0;
  const fields = new Map(Object.entries(one as object));
  return Object.entries(other as object).filter(([key, each]) => isSame(fields.get(key) ?? null, each))
    .length;
}
