import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFolders, runProgram, sayCommand } from '#commands';
import { askOnTerminal } from './changes/ask-on-terminal.ts';
import { checkContent } from './checks/check-content.ts';
import { formatProblems } from './reader/problems.ts';
import { readContent } from './reader/read-content.ts';
import { formatChange, formatRemark, nameChanges, planSeason } from './season/plan-season.ts';

interface SeasonOptions {
  contentDir: string;
  year: number;
  /** Asked before anything is written. */
  confirm: (question: string) => Promise<boolean>;
  print?: (line: string) => void;
}

/**
 * Moves the content to the season of another year: shows every change, and writes on yes.
 * @returns a sentence if it is refused
 */
export async function renewSeason({
  contentDir,
  year,
  confirm,
  print = console.log,
}: SeasonOptions): Promise<string | undefined> {
  const read = await readContent(contentDir);
  const plan = await planSeason(contentDir, read, year);
  if (typeof plan === 'string') return plan;
  const { changes, remarks, sources } = plan;
  for (const change of changes) print(formatChange(change, read.values));
  if (remarks.length > 0) print('\nPlease look at:');
  for (const remark of remarks) print(formatRemark(remark, read.values));
  if (!(await confirm(`\nWrite ${nameChanges(changes)}? (y/N) `))) {
    print('Nothing was changed.');
    return undefined;
  }
  for (const [file, source] of Object.entries(sources)) await writeFile(join(contentDir, file), source);
  print(`Written. Look at it with ${sayCommand('content:check')}, then ${sayCommand('content:publish')}.`);
  const after = await checkContent(contentDir);
  return after.problems.length > 0 ? formatProblems(after.problems) : undefined;
}

if (import.meta.main) {
  const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
  await runProgram('content:season', async ({ flags, words: [year] }) => {
    const refusal = await renewSeason({
      contentDir: readFolders().contentDir,
      year: Number(year),
      confirm: async (question) => {
        if (flags.yes) return true;
        if (hasTerminal) return askOnTerminal(question);
        console.log('\nTo write this without a terminal, add --yes.');
        return false;
      },
    });
    if (refusal !== undefined) throw new Error(refusal);
  });
}
