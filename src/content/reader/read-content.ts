import { type Content, parseContent } from './parse-content.ts';
import type { ContentProblem } from './problems.ts';
import { type ContentValues, listPhotographs, readFiles } from './read-files.ts';

/** A content folder, read once: as written, and as the schemas have it. */
export interface ReadContent {
  readonly values: ContentValues;
  readonly content: Content;
  /** The names of the files in content/images. */
  readonly photographs: readonly string[];
  /** What cannot be read, and what does not fit its schema. */
  readonly problems: readonly ContentProblem[];
}

/** Reads a content folder: the one way in for the check, the report, the build and Astro. */
export async function readContent(contentDir: string): Promise<ReadContent> {
  const { values, problems: unreadable } = await readFiles(contentDir);
  const { content, problems: invalid } = parseContent(values);
  const photographs = await listPhotographs(contentDir);
  return { values, content, photographs, problems: [...unreadable, ...invalid] };
}
