import { checkContent } from './check-content.ts';
import { findDisagreements, formatDisagreements, summariseDisagreements } from './disagreements.ts';
import { formatProblems } from './problems.ts';

// `npm run content:report`: every fact that pages disagree on.
const { problems, values } = await checkContent('content');
if (problems.length > 0) {
  console.error(formatProblems(problems));
  process.exitCode = 1;
} else {
  const disagreements = findDisagreements(values);
  if (disagreements.length > 0) console.log(`${formatDisagreements(disagreements)}\n`);
  console.log(summariseDisagreements(disagreements.length));
}
