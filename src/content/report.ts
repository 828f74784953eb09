import { resolve } from 'node:path';
import { runProgram } from '#commands';
import { checkContent } from './checks/check-content.ts';
import { getContentFolder } from './reader/content-folder.ts';
import { formatProblems } from './reader/problems.ts';
import { findDisagreements, formatDisagreements, summariseDisagreements } from './report/disagreements.ts';
import { findTypedFigures, formatTypedFigures } from './report/typed-figures.ts';

await runProgram('content:report', async () => {
  const { problems, content } = await checkContent(getContentFolder(resolve(import.meta.dirname, '../..')));
  if (problems.length > 0) throw new Error(formatProblems(problems));
  const disagreements = findDisagreements(content);
  if (disagreements.length > 0) console.log(`${formatDisagreements(disagreements)}\n`);
  const typed = findTypedFigures(content);
  if (typed.length > 0) console.log(`${formatTypedFigures(typed)}\n`);
  console.log(summariseDisagreements(disagreements.length));
});
