import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isPhotograph } from '#domain/content/photographs.ts';
import { type Content, type ContentValues, parseContent } from './parse-content.ts';
import { decodeText, parseSource } from './parse-source.ts';
import { type ContentProblem, UnreadableFile } from './problems.ts';

/**
 * Reads every JSON, Markdown and SVG file of the folder except its README. A file that cannot be parsed is a problem.
 */
export async function readFiles(
  contentDir: string,
): Promise<{ values: ContentValues; problems: ContentProblem[] }> {
  const names = (await readdir(contentDir, { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map((each) => relative(contentDir, join(each.parentPath, each.name)).split(sep).join('/'))
    .filter((name) => !isLeftAlone(name))
    .sort();
  const values: ContentValues = {};
  const problems: ContentProblem[] = [];
  for (const name of names) {
    try {
      values[name] = parseSource(name, decodeText(await readFile(join(contentDir, name))));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      problems.push({ file: name, field: error.position, found: error.found, wanted: error.wanted });
    }
  }
  return { values, problems };
}

/** The file names of the photographs in content/images, sorted; empty without that folder. */
async function listPhotographs(contentDir: string): Promise<string[]> {
  const names = await readdir(join(contentDir, 'images')).catch(() => []);
  return names.filter(isPhotograph).sort();
}

/** Ignores READMEs, photographs, and files that an editor's computer creates. */
function isLeftAlone(name: string): boolean {
  if (name === 'README.md' || name.startsWith('images/')) return true;
  return /(^|\/)(\.|~|#)|~$|(^|\/)((eh)?thumbs\.db|desktop\.ini)$/i.test(name);
}

/** A content folder as read: the raw values and the parsed records. */
export interface ReadContent {
  readonly values: ContentValues;
  readonly content: Content;
  /** The file names in content/images. */
  readonly photographs: readonly string[];
  /** Files that cannot be read, and values that do not match their schema. */
  readonly problems: readonly ContentProblem[];
}

/** Reads a content folder. The check, the report, the build and the service all use it. */
export async function readContent(contentDir: string): Promise<ReadContent> {
  const { values, problems: unreadable } = await readFiles(contentDir);
  const { content, problems: invalid } = parseContent(
    values,
    unreadable.map(({ file }) => file),
  );
  const photographs = await listPhotographs(contentDir);
  return { values, content, photographs, problems: [...unreadable, ...invalid] };
}
