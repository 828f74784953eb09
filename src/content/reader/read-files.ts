import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { load as parseYaml, YAMLException } from 'js-yaml';
import { isPhotograph } from '#domain/content/photographs.ts';
import { decodeText } from './decode-text.ts';
import { addSections } from './page-body.ts';
import { describeQuote, parseJson } from './parse-json.ts';
import { type ContentProblem, firstLine, UnreadableFile } from './problems.ts';

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
      values[name] = parse(name, decodeText(await readFile(join(contentDir, name))));
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

function parse(name: string, source: string): unknown {
  if (name.endsWith('.json')) return parseJson(source);
  if (name.endsWith('.md')) return parseMarkdown(source);
  if (name.endsWith('.svg')) return parseShape(source);
  throw new UnreadableFile('the file', name, 'a file whose name ends in .json or .md');
}

/** A Markdown file of content/: its fields, with sections of text below them. */
function parseMarkdown(source: string): unknown {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(source);
  if (match === null) {
    throw new UnreadableFile('line 1', firstLine(source), 'the fields, between two lines of three hyphens');
  }
  const [, frontmatter = '', body = ''] = match;
  // Other programs treat the second line of hyphens as the end of the fields.
  if (/^---[ \t]*\r?(\n|$)/.test(frontmatter)) {
    throw new UnreadableFile('line 2', '---', 'the first field: one line of three hyphens is enough');
  }
  try {
    return addSections(parseYaml(frontmatter), body, source.split('\n').length - body.split('\n').length);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // The mark counts lines from 0, and the frontmatter starts on the second line of the file.
    const line = (error.mark?.line ?? 0) + 2;
    const written = source.split('\n')[line - 1] ?? '';
    const quote = /:[ \t]+([“”„‘’])/.exec(written)?.[1];
    if (quote !== undefined) {
      const place = `line ${line}, column ${written.indexOf(quote) + 1}`;
      throw new UnreadableFile(place, ...describeQuote(quote));
    }
    throw new UnreadableFile(
      `line ${line}, column ${(error.mark?.column ?? 0) + 1}`,
      error.reason,
      'YAML: quote words that hold a colon or a brace, and indent with spaces',
    );
  }
}

/** An SVG file with one path. Groups, transforms and other shapes would be lost, so they are refused. */
function parseShape(source: string): unknown {
  const elements = [...source.matchAll(/<(\w+)\b([^>]*)>/g)].filter(([, name]) => name !== 'title');
  const [svg, path, more] = elements;
  if (svg?.[1] !== 'svg' || path?.[1] !== 'path' || more !== undefined || /\stransform=/.test(source)) {
    throw new UnreadableFile(
      'the file',
      elements.map(([, name]) => `<${name}>`).join('') || firstLine(source),
      'one <svg> with one <path> in it, without a transform',
    );
  }
  return { viewBox: readAttribute(svg[2], 'viewBox'), path: readAttribute(path[2], 'd') };
}

function readAttribute(attributes: string | undefined, name: string): string | undefined {
  return new RegExp(`\\s${name}="\\s*([^"]*?)\\s*"`).exec(attributes ?? '')?.[1];
}
