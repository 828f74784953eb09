import type { FieldMeta } from '#domain/schemas/field-meta.ts';
import { COLLECTIONS } from '../reader/collections.ts';
import { type AnyEntry, allEntries, type Content, strings } from '../reader/parse-content.ts';
import type { FieldPath } from '../reader/problems.ts';
import { findMeaning } from '../reader/schema-issues.ts';
import { listLinks } from '../reader/words.ts';

/** A text of a record, and what its schema says of it. */
export interface ContentText extends Pick<FieldMeta, 'control' | 'of'> {
  readonly entry: AnyEntry;
  /** The way to it in its file. */
  readonly path: FieldPath;
  readonly text: string;
  /** `words` with paragraphs and links, or `plain` ones; undefined for addresses, days and the like. */
  readonly kind: 'words' | 'plain' | undefined;
}

/** Every text of the content. */
export function listTexts(content: Content): ContentText[] {
  return allEntries(content).flatMap((entry) => {
    const { schema } = COLLECTIONS[entry.collection];
    return [...strings(entry.data)].map(([field, text]) => {
      const meaning = findMeaning(schema, field);
      const { control } = meaning;
      const isPlain = control === undefined || control === 'long';
      const kind = control === 'paragraphs' || control === 'words' ? 'words' : isPlain ? 'plain' : undefined;
      return { ...meaning, entry, path: [...entry.path, ...field], text, kind };
    });
  });
}

/** The addresses in a text: of a button, of a redirect, or of the links in words. */
export function listAddresses({ entry, path, text, kind }: ContentText): string[] {
  if (path.at(-1) === 'href' || (entry.collection === 'redirects' && path.at(-1) === 'to')) return [text];
  // An empty address is a fault of the words.
  return kind === 'words' ? listLinks(text).filter(Boolean) : [];
}
