import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IsoDay } from '#domain/dates.ts';
import type { ContentValues } from '../reader/parse-content.ts';
import { nameField } from '../reader/problems.ts';
import { type ContentChange, listChanges, nameLeaves } from './list-changes.ts';
import { type ContentWarning, findDateWarnings, findOddValues, findValueWarning } from './warnings.ts';

/**
 * What publishing would change, and what of it looks like a mistake. What was published before and stays as it is gives
 * no warning, so that a question is always about the work at hand.
 * @param today the day in Europe/London
 */
export function compareContent(
  before: ContentValues,
  after: ContentValues,
  today: IsoDay,
): { changes: ContentChange[]; warnings: ContentWarning[] } {
  const changes = listChanges(before, after);
  const suspicious = changes
    .flatMap((change) => openNewFile(change, after))
    .flatMap((change) => findValueWarning(change));
  return {
    changes: changes.filter(isWorthALine),
    warnings: [
      ...suspicious,
      ...findOddValues(after, before),
      ...findDateWarnings(before, after, today),
      ...findTwinLists(before, after),
    ],
  };
}

/** A warning by file and field: `farm.json, phone: …`. */
export function formatWarning({ file, path, words }: ContentWarning, values: ContentValues): string {
  return `${file}${path.length > 0 ? `, ${nameField(values[file], path)}` : ''}: ${words}`;
}

/** The content that a site was built from. @returns undefined if there is no site, or it is not one of ours */
export async function readPublished(siteDir: string): Promise<ContentValues | undefined> {
  return readFile(join(siteDir, '.content.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
}

/** Not the size of a price, which its price names, nor that a list was empty or is: its lines say that. */
function isWorthALine({ file, path }: ContentChange, _: number, changes: ContentChange[]): boolean {
  if (path.at(-1) === 'size' && path.at(-3) === 'sizes') return false;
  const isBelow = (other: ContentChange) =>
    other.file === file &&
    other.path.length > path.length &&
    path.every((step, at) => other.path[at] === step);
  return path.length === 0 || !changes.some(isBelow);
}

/** A new file is one change to read, but each of its values can be mistaken. */
function openNewFile(change: ContentChange, after: ContentValues): ContentChange[] {
  if (change.path.length > 0 || !(change.file in after)) return [change];
  return [...nameLeaves(after[change.file]).values()].map(({ path, value }) => ({
    ...change,
    path,
    new: value,
  }));
}

function findTwinLists(before: ContentValues, after: ContentValues): ContentWarning[] {
  const lists = Object.keys(after).filter((file) => file.startsWith('prices/'));
  const areTwins = (values: ContentValues, one: string, other: string) =>
    one in values && other in values && listPrices(values[one]) === listPrices(values[other]);
  return lists.flatMap((file, index) =>
    lists
      .slice(index + 1)
      .filter((other) => areTwins(after, file, other) && !areTwins(before, file, other))
      .map((other) => ({ file, path: [], words: `it now has the same prices as ${other}` })),
  );
}

/** The sizes and prices of a list as one text; names and notes may differ in a copy. */
function listPrices(list: unknown): string {
  const { groups = [] } = list as { groups?: { id: string; sizes?: { size: string; price: string }[] }[] };
  return JSON.stringify(
    groups.map(({ id, sizes = [] }) => [id, sizes.map(({ size, price }) => [size, price])]),
  );
}
