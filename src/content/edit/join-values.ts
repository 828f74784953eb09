import { isRecord } from '../reader/page-body.ts';
import { isSame } from './edit-source.ts';

export interface Joined {
  /** Where both have changed the same thing, it is as in `mine`. */
  readonly value: unknown;
  readonly isConflict: boolean;
}

/**
 * Joins what two people have made of one value, each without the other. Fields are told apart by their names, and the
 * items of a list by whatever names each of them in all three lists: a size, a day, a heading.
 * @param base what both of them began with
 */
export function joinValues(base: unknown, theirs: unknown, mine: unknown): Joined {
  if (isSame(base, theirs) || isSame(theirs, mine)) return { value: mine, isConflict: false };
  if (isSame(base, mine)) return { value: theirs, isConflict: false };
  const all = [base, theirs, mine];
  if (all.every(isRecord)) {
    const { fields, isConflict } = joinFields(all.map((each) => new Map(Object.entries(each))));
    return { value: Object.fromEntries(fields), isConflict };
  }
  if (all.every((each) => Array.isArray(each))) return joinLists(all);
  return { value: mine, isConflict: true };
}

type Fields = ReadonlyMap<string, unknown>;

function joinLists(lists: readonly (readonly unknown[])[]): Joined {
  const [base = [], theirs = [], mine = []] = lists;
  const key = findNamingKey(lists);
  if (key !== undefined) {
    const byName = lists.map((list) => new Map(list.map((item) => [nameOf(item, key) ?? '', item])));
    const { fields, isConflict } = joinFields(byName);
    return { value: [...fields.values()], isConflict };
  }
  const isPlain = lists.every(
    (list) => list.length === mine.length && list.every((item) => typeof item !== 'object'),
  );
  if (!isPlain) return { value: mine, isConflict: true };
  const items = mine.map((item, index) => joinValues(base[index], theirs[index], item));
  return { value: items.map(({ value }) => value), isConflict: items.some((each) => each.isConflict) };
}

function joinFields([base, theirs, mine]: readonly Fields[]): { fields: Fields; isConflict: boolean } {
  const names = [base, theirs, mine].map((each) => [...(each?.keys() ?? [])]);
  const { order, isConflict } = joinOrders(names);
  const joined = order.map(
    (name) => [name, joinValues(base?.get(name), theirs?.get(name), mine?.get(name))] as const,
  );
  return {
    fields: new Map(
      joined.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value] as const])),
    ),
    isConflict: isConflict || joined.some(([, each]) => each.isConflict),
  };
}

/** All names, in the order of whoever has moved some, with those of the other after what they came after there. */
function joinOrders([base = [], theirs = [], mine = []]: readonly string[][]) {
  const hasMoved = (one: readonly string[], other: readonly string[]) =>
    !isSame(
      one.filter((name) => other.includes(name)),
      other.filter((name) => one.includes(name)),
    );
  const [lead, other] = hasMoved(base, mine) ? [mine, theirs] : [theirs, mine];
  const order = [...lead];
  other.forEach((name, index) => {
    if (!order.includes(name)) order.splice(order.indexOf(other[index - 1] ?? '') + 1, 0, name);
  });
  const isConflict = hasMoved(base, mine) && hasMoved(base, theirs) && hasMoved(mine, theirs);
  return { order, isConflict };
}

/** The first field that has different words in each item of a list, for every one of the lists. */
function findNamingKey(lists: readonly (readonly unknown[])[]): string | undefined {
  const first = lists.flat()[0];
  return Object.keys(isRecord(first) ? first : {}).find((key) =>
    lists.every((list) => {
      const names = list.map((item) => nameOf(item, key));
      return !names.includes(undefined) && new Set(names).size === names.length;
    }),
  );
}

function nameOf(item: unknown, key: string): string | undefined {
  const name = isRecord(item) ? item[key] : undefined;
  return typeof name === 'string' ? name : undefined;
}
