import { resolve } from 'node:path';
import { checkContent } from './checks/check-content.ts';
import { getContentFolder } from './reader/content-folder.ts';
import { formatProblems } from './reader/problems.ts';
import { findDisagreements, formatDisagreements, summariseDisagreements } from './report/disagreements.ts';
import { findTypedFigures, formatTypedFigures } from './report/typed-figures.ts';

// `npm run content:report`: lists every fact that pages disagree on, and every figure that is typed into a sentence.
const { problems, content } = await checkContent(getContentFolder(resolve(import.meta.dirname, '../..')));
if (problems.length > 0) {
  console.error(formatProblems(problems));
  process.exitCode = 1;
} else {
  const disagreements = findDisagreements(content);
  if (disagreements.length > 0) console.log(`${formatDisagreements(disagreements)}\n`);
  const typed = findTypedFigures(content);
  if (typed.length > 0) console.log(`${formatTypedFigures(typed)}\n`);
  console.log(summariseDisagreements(disagreements.length));
}
