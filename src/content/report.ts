import { checkContent } from './check-content.ts';
import { findDisagreements, formatDisagreements, summariseDisagreements } from './disagreements.ts';
import { parseContent } from './parse-content.ts';
import { formatProblems } from './problems.ts';
import { findTypedFigures, formatTypedFigures } from './typed-figures.ts';

// `npm run content:report`: every fact that pages disagree on, and every figure that a sentence has typed out.
const { problems, values } = await checkContent('content');
if (problems.length > 0) {
  console.error(formatProblems(problems));
  process.exitCode = 1;
} else {
  const disagreements = findDisagreements(values);
  if (disagreements.length > 0) console.log(`${formatDisagreements(disagreements)}\n`);
  const typed = findTypedFigures(parseContent(values).content);
  if (typed.length > 0) console.log(`${formatTypedFigures(typed)}\n`);
  console.log(summariseDisagreements(disagreements.length));
}
