import { checkContent } from '../content/check-content.ts';
import { formatProblems } from '../content/problems.ts';
import type { ContentValues } from '../content/read-content.ts';
import { BuildError } from './build-error.ts';

/**
 * The raw content values, once they are known to be right.
 * @throws BuildError with one message that lists every mistake
 */
export async function readCheckedContent(contentDir: string): Promise<ContentValues> {
  const { problems, values } = await checkContent(contentDir);
  if (problems.length > 0) throw new BuildError(formatProblems(problems));
  return values;
}
