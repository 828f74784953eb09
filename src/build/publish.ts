import { runProgram, sayCommand } from '#commands';
import { londonDay } from '#domain/dates.ts';
import { askOnTerminal } from '../content/changes/ask-on-terminal.ts';
import { compareContent, formatWarning, readPublished } from '../content/changes/compare-content.ts';
import { formatChange } from '../content/changes/list-changes.ts';
import { BuildError, type BuildOptions, findUnchangedSite } from './build.ts';
import { buildAndReport, getProjectBuild, reportFailure } from './build-site.ts';

export interface Publishing {
  /** Whether to publish in spite of the warnings that have been printed. */
  confirm: () => Promise<boolean>;
  now: Date;
  print?: (line: string) => void;
}

/**
 * Publishes the content: checks it, prints what changes, asks if some of it looks like a mistake, builds, and swaps the
 * new site in.
 * @throws BuildError for a mistake in the content, and for warnings that are not confirmed; the site in `outDir` then
 * stays as it is
 */
export async function publishContent(
  options: BuildOptions,
  { confirm, now, print = console.log }: Publishing,
): Promise<void> {
  const { isFirst, changes, warnings } = await compareWithPublished(options, now);
  if (isFirst) print('Nothing has been published yet, so there are no old values to compare with.');
  else if (changes.length > 0) print(changes.join('\n'));
  else if (await findUnchangedSite(options)) return print('Nothing changed: the site is up to date.');
  else print('No content value changed, but texts or code did.');
  if (warnings.length > 0) {
    print(`\nThis looks like a mistake:\n${warnings.map((warning) => `! ${warning}`).join('\n')}\n`);
    if (!(await confirm())) {
      throw new BuildError(
        `Nothing was published. If all of it is meant, run \`${sayCommand('content:publish', '--yes')}\`.`,
      );
    }
  }
  await buildAndReport(options, print);
  print('A running service picks the new site up by itself within a second.');
}

/** Builds the content for a look: where the service finds it, and nobody else. */
export async function previewContent(
  options: BuildOptions & { previewDir: string },
  print = console.log,
): Promise<void> {
  await buildAndReport({ ...options, outDir: options.previewDir }, print);
  print('Look at it with the service running: /admin/preview, signed in as an owner.');
}

async function compareWithPublished({ readContent, contentDir, outDir }: BuildOptions, now: Date) {
  const { values } = await readContent(contentDir);
  const published = await readPublished(outDir);
  const before = published ?? values;
  const { changes, warnings } = compareContent(before, values, londonDay(now));
  return {
    isFirst: published === undefined,
    changes: changes.map((change) => formatChange(change, before, values)),
    warnings: warnings.map((warning) => formatWarning(warning, values)),
  };
}

if (import.meta.main) {
  await runProgram('content:publish', async ({ flags }) => {
    const options = getProjectBuild();
    const confirm = async () => flags.yes || askOnTerminal('Publish all the same? (y/N) ');
    const publishing = flags.preview
      ? previewContent(options)
      : publishContent(options, { confirm, now: new Date() });
    await publishing.catch((error) => reportFailure(error, options.outDir));
  });
}
