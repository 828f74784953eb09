import { parseDays, WEEKDAYS } from '#domain/content/opening-hours.ts';
import { parseSize } from '#domain/content/trees.ts';
import { parsePrice } from '#domain/money.ts';
import type { ContentValues } from '../reader/read-files.ts';

/** What is read of the files. They are raw, so any part may be absent. */
interface Read {
  rows?: { days: string }[];
  groups?: { id: string; sizes?: { size: string; price: string }[] }[];
  phone?: string;
}

/**
 * What the content says that can be right, but rarely is: a line for each, with its file and field.
 * @param known what is published: its lines are left out
 */
export function findOddValues(values: ContentValues, known: ContentValues = {}): string[] {
  const old = listOddValues(known);
  return listOddValues(values).filter((line) => !old.includes(line));
}

function listOddValues(values: ContentValues): string[] {
  return Object.entries(values).flatMap(([file, value]) => {
    const { rows, groups, phone } = (value ?? {}) as Read;
    if (file.startsWith('hours/') && rows) return findMissingDays(file, rows);
    if (file.startsWith('prices/') && groups) return findCheaperTrees(file, groups);
    return file === 'farm.json' && phone ? findShortNumber(file, phone) : [];
  });
}

function findMissingDays(file: string, rows: NonNullable<Read['rows']>): string[] {
  const named = rows.flatMap(({ days }) => parseDays(days) ?? []);
  const missing = WEEKDAYS.filter((day) => !named.includes(day));
  if (missing.length === 0) return [];
  return [
    `${file}, rows: ${new Intl.ListFormat('en-GB').format(missing)}: neither open nor closed. Is that meant?`,
  ];
}

function findCheaperTrees(file: string, groups: NonNullable<Read['groups']>): string[] {
  return groups.flatMap(({ id, sizes = [] }) => {
    const byHeight = sizes
      .map(({ size, price }) => ({ size, price, feet: parseSize(size)?.highFeet, pence: parsePrice(price) }))
      .filter(({ feet, pence }) => feet !== undefined && pence !== null)
      .sort((a, b) => Number(a.feet) - Number(b.feet));
    return byHeight.flatMap((taller, index) => {
      const shorter = byHeight[index - 1];
      if (!shorter || taller.feet === shorter.feet || Number(taller.pence) >= Number(shorter.pence))
        return [];
      return [
        `${file}, groups[${id}]: ${taller.size} is ${taller.price}, but ${shorter.size} is ${shorter.price}. Is that meant?`,
      ];
    });
  });
}

/**
 * British numbers have ten digits after their first 0, and nine in some old areas (Ofcom's National Telephone Numbering
 * Plan). Any other one that lacks a digit also has nine, so nine are asked about too.
 */
function findShortNumber(file: string, phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '').length;
  if (digits >= 11) return [];
  return [`${file}, phone: ${phone} has ${digits} digits, and most numbers have 11. Is one missing?`];
}
