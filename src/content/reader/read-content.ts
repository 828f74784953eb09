import { type Content, parseContent } from './parse-content.ts';
import type { ContentProblem } from './problems.ts';
import { type ContentValues, listPhotographs, readFiles } from './read-files.ts';

/** A content folder as read: the raw values and the parsed records. */
export interface ReadContent {
  readonly values: ContentValues;
  readonly content: Content;
  /** The file names in content/images. */
  readonly photographs: readonly string[];
  /** Files that cannot be read, and values that do not match their schema. */
  readonly problems: readonly ContentProblem[];
}

/** Reads a content folder. The check, the report, the build and Astro all use it. */
export async function readContent(contentDir: string): Promise<ReadContent> {
  const { values, problems: unreadable } = await readFiles(contentDir);
  const { content, problems: invalid } = parseContent(
    values,
    unreadable.map(({ file }) => file),
  );
  const photographs = await listPhotographs(contentDir);
  return { values, content, photographs, problems: [...unreadable, ...invalid] };
}
