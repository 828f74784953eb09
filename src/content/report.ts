import { resolve } from 'node:path';
import { runProgram } from '#commands';
import { checkContent } from './checks/check-content.ts';
import { formatProblems } from './reader/problems.ts';
import { getContentFolder } from './reader/read-content.ts';
import { findDisagreements, formatDisagreements, summariseDisagreements } from './report/disagreements.ts';
import { findTypedFigures, formatTypedFigures } from './report/typed-figures.ts';

await runProgram('content:report', async () => {
  const { problems, content, values } = await checkContent(
    getContentFolder(resolve(import.meta.dirname, '../..')),
  );
  if (problems.length > 0) throw new Error(formatProblems(problems));
  const disagreements = findDisagreements(content);
  if (disagreements.length > 0) console.log(`${formatDisagreements(disagreements)}\n`);
  const typed = findTypedFigures(content);
  if (typed.length > 0) console.log(`${formatTypedFigures(typed, values)}\n`);
  console.log(summariseDisagreements(disagreements.length));
});
