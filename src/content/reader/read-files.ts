import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isPhotograph } from '#domain/content/photographs.ts';
import { decodeText } from './decode-text.ts';
import { parseSource } from './parse-source.ts';
import { type ContentProblem, UnreadableFile } from './problems.ts';

/** The raw records of content/ by file: `prices/home.json`, or the frontmatter of `pages/visit.md`. */
export type ContentValues = Record<string, unknown>;

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
      problems.push({ file: name, field: error.place, found: error.found, wanted: error.wanted });
    }
  }
  return { values, problems };
}

/** The file names of the photographs in content/images; empty without that folder. */
export async function listPhotographs(contentDir: string): Promise<string[]> {
  const names = await readdir(join(contentDir, 'images')).catch(() => []);
  return names.filter(isPhotograph);
}

/** Ignores READMEs, photographs, and files that an editor's computer creates. */
function isLeftAlone(name: string): boolean {
  if (name === 'README.md' || name.startsWith('images/')) return true;
  return /(^|\/)(\.|~|#)|~$|(^|\/)((eh)?thumbs\.db|desktop\.ini)$/i.test(name);
}
