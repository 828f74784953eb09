import { readFolders, runProgram } from '#commands';
import { londonDay } from '#domain/dates.ts';
import { formatWarning } from './changes/compare-content.ts';
import { findOddValues } from './changes/warnings.ts';
import { checkContent } from './checks/check-content.ts';
import { listHints } from './checks/hints.ts';
import { formatProblems } from './reader/problems.ts';

await runProgram('content:check', async () => {
  const { problems, values, content } = await checkContent(readFolders().contentDir);
  if (problems.length > 0) throw new Error(formatProblems(problems));
  console.log(`No mistakes in the ${Object.keys(values).length} content files.`);
  const odd = findOddValues(values).map((warning) => formatWarning(warning, values));
  const hints = [...odd, ...listHints(content, londonDay(new Date()))];
  for (const hint of hints) console.log(hint);
});
