import { checkContent } from '../content/checks/check-content.ts';
import { formatProblems } from '../content/reader/problems.ts';
import type { ReadContent } from '../content/reader/read-content.ts';
import { BuildError } from './build-error.ts';

/**
 * The content, once it is known to be right.
 * @throws BuildError with one message that lists every mistake
 */
export async function readCheckedContent(contentDir: string): Promise<ReadContent> {
  const read = await checkContent(contentDir);
  if (read.problems.length > 0) throw new BuildError(formatProblems(read.problems));
  return read;
}
