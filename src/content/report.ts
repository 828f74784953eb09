import { readFolders, runProgram } from '#commands';
import { checkContent } from './checks/check-content.ts';
import { formatProblems } from './reader/problems.ts';
import { findDisagreements, formatDisagreements, summariseDisagreements } from './report/disagreements.ts';
import { findTypedFigures, formatTypedFigures } from './report/typed-figures.ts';

await runProgram('content:report', async () => {
  const { problems, content, values } = await checkContent(readFolders().contentDir);
  if (problems.length > 0) throw new Error(formatProblems(problems));
  const disagreements = findDisagreements(content);
  if (disagreements.length > 0) console.log(`${formatDisagreements(disagreements)}\n`);
  const typed = findTypedFigures(content);
  if (typed.length > 0) console.log(`${formatTypedFigures(typed, values)}\n`);
  console.log(summariseDisagreements(disagreements.length));
});
