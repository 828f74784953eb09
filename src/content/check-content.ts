import { checkLinks } from './checks/links.ts';
import { checkNames } from './checks/names.ts';
import { checkPages } from './checks/pages.ts';
import { checkTokens } from './checks/tokens.ts';
import { parseContent } from './parse-content.ts';
import type { ContentProblem } from './problems.ts';
import { type ContentValues, listPhotographs, readContent } from './read-content.ts';

/** Every mistake in a content folder, and its raw records by file. Nothing is built, so it takes a moment only. */
export async function checkContent(
  contentDir: string,
): Promise<{ problems: ContentProblem[]; values: ContentValues }> {
  const { values, problems: unreadable } = await readContent(contentDir);
  const { content, problems: invalid } = parseContent(values);
  const photographs = await listPhotographs(contentDir);
  // In steps, because each builds on the one before: a file that is left out for a mistake of its own, or a reading
  // that does not exist, would show as a mistake again in every sentence that needs it.
  const steps = [
    () => [...unreadable, ...invalid],
    () => [...checkPages(content), ...checkNames(content)],
    () => [...checkTokens(content), ...checkLinks(content, photographs)],
  ];
  for (const step of steps) {
    const problems = step();
    if (problems.length > 0) return { problems, values };
  }
  return { problems: [], values };
}
