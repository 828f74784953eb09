import { findCollection } from '#content/reader/collections.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import { nameChangedField } from './field-names.ts';
import { nameFile } from './file-names.ts';

const FILE = /(?<![\w/-])[\w-]+(?:\/[\w-]+)*\.(?:json|md|svg)/g;
const PLACE = new RegExp(`^(${FILE.source}), ([\\w-]*(?:[.[][^:]*)?): `);

/**
 * A change or a warning as `compareContent` words it, for somebody who never saw a file: `faq/visit.json,
 * items[dogs].answer: …` is ‘Questions: Visiting us, Can I bring my dog?, Answer: …’.
 */
export function sayChange(line: string, values: ContentValues): string {
  const placed = line.replace(PLACE, (whole, file: string, place: string) => {
    const name = nameChangedField(file, place, values);
    return name === undefined ? whole : `${file}, ${name}: `;
  });
  return placed.replace(FILE, (file) => (findCollection(file) ? nameFile(file, values) : file));
}

/** The file that a line of words is about, if it names one. */
export function findFile(line: string): string | undefined {
  return line.match(FILE)?.find((file) => findCollection(file) !== undefined);
}
