import { findCollection } from '#content/reader/collections.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import { formatDay, parseDay } from '#domain/dates.ts';
import { nameFieldOf } from './field-names.ts';
import { nameFile } from './file-names.ts';

const FILE = /[\w-]+(?:\/[\w-]+)*\.(?:json|md|svg)/g;
const PLACE = new RegExp(`^(${FILE.source}), ([\\w-]+(?:[.[][^:]*)?): `);

/**
 * A change or a warning as `compareContent` words it, for somebody who never saw a file: `faq/visit.json,
 * items[dogs].answer: …` is ‘Questions: Visiting us, Questions dogs, Answer: …’.
 */
export function sayChange(line: string, values: ContentValues): string {
  const placed = line.replace(PLACE, (whole, file: string, field: string) => {
    if (findCollection(file) === undefined) return whole;
    return `${file}, ${nameFieldOf(file, countFromOne(field))}: `;
  });
  return placed.replace(FILE, (file) => (findCollection(file) ? nameFile(file, values) : file));
}

/** Changes count the items of a list from 0, and name weeks by their day. */
function countFromOne(field: string): string {
  return field.replace(/\[([^\]]+)\]/g, (_, item: string) => {
    const day = parseDay(item);
    if (day !== null) return `["${formatDay(day, 'year')}"]`;
    return /^\d+$/.test(item) ? `[${Number(item) + 1}]` : `["${item}"]`;
  });
}

/** The file that a line of words is about, if it names one. */
export function findFile(line: string): string | undefined {
  return line.match(FILE)?.find((file) => findCollection(file) !== undefined);
}
