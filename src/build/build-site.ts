import { resolve } from 'node:path';
import { EXIT, readCommandLine } from '#commands';
import { londonDay } from '#domain/dates.ts';
import { keepCheckedContent } from '../content/checked-content.ts';
import { checkContent } from '../content/checks/check-content.ts';
import { listHints } from '../content/checks/hints.ts';
import { getContentFolder } from '../content/reader/content-folder.ts';
import { formatProblems } from '../content/reader/problems.ts';
import type { ReadContent } from '../content/reader/read-content.ts';
import { findDisagreements, summariseDisagreements } from '../content/report/disagreements.ts';
import { type BuildOptions, buildSite, describeFailure, findUnchangedSite } from './build.ts';
import { BuildError } from './build-error.ts';
import { renderWithAstro } from './render.ts';

/** How this project is built: its own folders, the real content check and Astro. */
export function getProjectBuild(): BuildOptions & { previewDir: string } {
  const root = resolve(import.meta.dirname, '../..');
  return {
    root,
    contentDir: getContentFolder(root),
    outDir: resolve(root, process.env.DIST_DIR || 'dist'),
    previewDir: resolve(root, process.env.DATA_DIR || 'data', 'preview'),
    readContent: readCheckedContent,
    render: renderWithAstro,
    onStep: (step) => console.log(`  ${step} …`),
  };
}

/**
 * Builds and prints what came of it: the site, the facts that still disagree, what of its content is probably not
 * meant, and each link that leads nowhere.
 */
export async function buildAndReport(options: BuildOptions, print = console.log): Promise<void> {
  const { content, summary, warnings } = await buildSite(options);
  print(summary);
  print(summariseDisagreements(findDisagreements(content).length));
  for (const hint of listHints(content, londonDay(new Date()))) print(hint);
  for (const warning of warnings) print(`Broken link: ${warning}`);
}

/** Prints a failure and sets the exit code. */
export function reportFailure(error: unknown, outDir: string): void {
  console.error(describeFailure(error, outDir));
  process.exitCode = EXIT.failed;
}

/**
 * The content, once it is known to be right.
 * @throws BuildError with one message that lists every mistake
 */
async function readCheckedContent(contentDir: string): Promise<ReadContent> {
  const read = await checkContent(contentDir);
  if (read.problems.length > 0) throw new BuildError(formatProblems(read.problems));
  keepCheckedContent(contentDir, read);
  return read;
}

/** Started by the service, a build ends with it, however that ends: the next service builds anew. */
export function endWithService(): void {
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}

if (import.meta.main) {
  const { flags } = readCommandLine('build');
  endWithService();
  const options = getProjectBuild();
  try {
    const unchanged = flags['if-changed'] && (await findUnchangedSite(options));
    if (unchanged) console.log(`The site is up to date (built ${unchanged.builtAt}).`);
    else await buildAndReport(options);
  } catch (error) {
    reportFailure(error, options.outDir);
  }
}
