import type { ContentProblem } from '../reader/problems.ts';
import { type ReadContent, readContent } from '../reader/read-content.ts';
import { checkSpecialDays } from './hours.ts';
import { checkLinks } from './links.ts';
import { checkNames } from './names.ts';
import { checkNavigation } from './navigation.ts';
import { checkNotices } from './notices.ts';
import { checkPages } from './pages.ts';
import { checkPhotographs } from './photographs.ts';
import { checkTokens } from './tokens.ts';
import { checkTrees } from './trees.ts';

/** Reads a content folder and finds every mistake in it, without building the site. */
export async function checkContent(contentDir: string): Promise<ReadContent> {
  const read = await readContent(contentDir);
  const broken = await checkPhotographs(contentDir, read.photographs);
  return { ...read, problems: findProblems({ ...read, problems: [...read.problems, ...broken] }) };
}

function findProblems({
  content,
  photographs,
  problems: unreadable,
}: ReadContent): readonly ContentProblem[] {
  // Each step builds on the one before. Otherwise a file that was left out for its own mistake, or a missing reading,
  // would be reported again for every sentence that needs it.
  const steps = [
    () => unreadable,
    () => [
      ...checkPages(content),
      ...checkNavigation(content),
      ...checkNames(content),
      ...checkTrees(content),
      ...checkSpecialDays(content),
      ...checkNotices(content),
    ],
    () => [...checkTokens(content), ...checkLinks(content, photographs)],
  ];
  for (const step of steps) {
    const problems = step();
    if (problems.length > 0) return problems;
  }
  return [];
}
