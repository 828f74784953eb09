import type { IsoDay } from '#domain/dates.ts';
import type { ContentValues } from '../reader/read-files.ts';
import { findDateWarnings } from './date-warnings.ts';
import { describeChange, namePlace } from './describe-change.ts';
import { type ContentChange, flatten, listChanges } from './list-changes.ts';
import { findOddValues } from './odd-values.ts';
import { findValueWarning } from './value-warnings.ts';

/**
 * What publishing would change, in words, and what of it looks like a mistake. What was published before and stays as
 * it is gives no warning, so that a question is always about the work at hand.
 * @param today the day in Europe/London
 */
export function compareContent(
  before: ContentValues,
  after: ContentValues,
  today: IsoDay,
): { changes: string[]; warnings: string[] } {
  const changes = listChanges(before, after);
  const values = { ...before, ...after };
  const suspicious = changes
    .flatMap((change) => openNewFile(change, after))
    .flatMap((change) => {
      const warning = findValueWarning(change);
      return warning === undefined ? [] : [`${namePlace(change.file, change.field, values)}: ${warning}`];
    });
  return {
    changes: changes.filter(isWorthALine).map((change) => describeChange(change, values)),
    warnings: [
      ...suspicious,
      ...findOddValues(after, before),
      ...findDateWarnings(before, after, today),
      ...findTwinLists(before, after),
    ],
  };
}

/** Not the size of a price, which its price names, nor that a list was empty or is: its lines say that. */
function isWorthALine({ file, field }: ContentChange, _: number, changes: ContentChange[]): boolean {
  if (/\.sizes\[[^\]]+\]\.size$/.test(field)) return false;
  return field === '' || !changes.some((each) => each.file === file && each.field.startsWith(`${field}[`));
}

/** A new file is one change to read, but each of its values can be mistaken. */
function openNewFile(change: ContentChange, after: ContentValues): ContentChange[] {
  if (change.field !== '' || !(change.file in after)) return [change];
  return [...flatten(after[change.file])].map(([field, value]) => ({
    file: change.file,
    field,
    old: undefined,
    new: value,
  }));
}

function findTwinLists(before: ContentValues, after: ContentValues): string[] {
  const lists = Object.keys(after).filter((file) => file.startsWith('prices/'));
  const areTwins = (values: ContentValues, one: string, other: string) =>
    one in values && other in values && listPrices(values[one]) === listPrices(values[other]);
  return lists.flatMap((one, index) =>
    lists
      .slice(index + 1)
      .filter((other) => areTwins(after, one, other) && !areTwins(before, one, other))
      .map((other) => `${one} and ${other}: both lists now have the same prices`),
  );
}

/** The sizes and prices of a list as one text; names and notes may differ in a copy. */
function listPrices(list: unknown): string {
  const { groups = [] } = list as { groups?: { id: string; sizes?: { size: string; price: string }[] }[] };
  return JSON.stringify(
    groups.map(({ id, sizes = [] }) => [id, sizes.map(({ size, price }) => [size, price])]),
  );
}
