import type { CollectionName } from '../reader/collections.ts';
import { COLLECTIONS } from '../reader/collections.ts';
import { allEntries, strings } from '../reader/entries.ts';
import type { Content } from '../reader/parse-content.ts';
import type { FieldPath, Finding } from '../reader/problems.ts';
import { findControl } from '../reader/schema-issues.ts';
import { findMarkup, findWordsFaults } from '../reader/words.ts';

/** Words must be what pages show: paragraphs, lists, bold words and links. Headings and names are plain. */
export function checkWords(content: Content): Finding[] {
  return allEntries(content).flatMap(({ collection, file, path, data }) =>
    [...strings(data)].flatMap(([field, text]) => {
      const kind = kindOf(collection, field);
      if (kind === undefined) return [];
      const faults = kind === 'words' ? findWordsFaults(text) : findMarkup(text);
      return faults.map((fault) => ({ file, path: [...path, ...field], ...fault }));
    }),
  );
}

/** Whether a field of a record has words, or plain ones. @returns undefined for addresses, days and the like */
export function kindOf(collection: CollectionName, field: FieldPath): 'words' | 'plain' | undefined {
  const control = findControl(COLLECTIONS[collection].schema, field);
  if (control === 'paragraphs' || control === 'words') return 'words';
  return control === undefined || control === 'long' ? 'plain' : undefined;
}
