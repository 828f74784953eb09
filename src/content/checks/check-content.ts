import type { ContentProblem } from '../reader/problems.ts';
import { type ReadContent, readContent } from '../reader/read-content.ts';
import { checkLinks } from './links.ts';
import { checkNames } from './names.ts';
import { checkPages } from './pages.ts';
import { checkTokens } from './tokens.ts';
import { checkTrees } from './trees.ts';

/** Reads a content folder and finds every mistake in it. Nothing is built, so it takes a moment only. */
export async function checkContent(contentDir: string): Promise<ReadContent> {
  const read = await readContent(contentDir);
  return { ...read, problems: findProblems(read) };
}

function findProblems({
  content,
  photographs,
  problems: unreadable,
}: ReadContent): readonly ContentProblem[] {
  // In steps, because each builds on the one before: a file that is left out for a mistake of its own, or a reading
  // that does not exist, would show as a mistake again in every sentence that needs it.
  const steps = [
    () => unreadable,
    () => [...checkPages(content), ...checkNames(content), ...checkTrees(content)],
    () => [...checkTokens(content), ...checkLinks(content, photographs)],
  ];
  for (const step of steps) {
    const problems = step();
    if (problems.length > 0) return problems;
  }
  return [];
}
