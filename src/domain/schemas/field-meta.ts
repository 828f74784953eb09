/** How the editor asks for a value, where its type does not say it. */
export type Control =
  | 'price'
  | 'day'
  | 'time'
  /** Paragraphs, lists, bold words and links: several paragraphs as a list, or in one text. */
  | 'paragraphs'
  | 'words'
  /** Plain words over several lines. */
  | 'long'
  | 'link'
  | 'slug'
  | 'picture'
  | 'icon'
  | 'record'
  | 'tree-type';

/** What `.meta()` says of a field: for the form of its file. It gets lost on what is derived, so it comes last. */
export interface FieldMeta {
  /** In plain words. Without it, the field's own name is used. */
  title?: string | undefined;
  /** A sentence of help. */
  description?: string | undefined;
  control?: Control;
  /** The collection of which the value names a record, which the check holds it to, or the question among `faq`; of a map, its names `facts`. */
  of?: string;
  /** The field, beside it, that it is made from if it is left empty: `question`, or `hero.heading`. */
  from?: string;
  /** Of a picture: the field, beside it, that says what it shows. */
  describedBy?: string;
  /** In a list: the one field that is shown beside the item's name; the others are folded away. */
  main?: string;
  /** Fields with the same group are folded away together, under this heading. */
  group?: string;
  /** What the values of a choice are called. */
  labels?: Readonly<Record<string, string>>;
}

declare module 'zod' {
  interface GlobalMeta extends FieldMeta {}
}
