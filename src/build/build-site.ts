import { rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { londonDay } from '#domain/dates.ts';
import { keepCheckedContent } from '../content/checked-content.ts';
import { checkContent } from '../content/checks/check-content.ts';
import { listHints } from '../content/checks/hints.ts';
import { getContentFolder } from '../content/reader/content-folder.ts';
import { formatProblems } from '../content/reader/problems.ts';
import type { ReadContent } from '../content/reader/read-content.ts';
import { findDisagreements, summariseDisagreements } from '../content/report/disagreements.ts';
import {
  type BuildOptions,
  buildSite,
  describeFailure,
  findUnchangedSite,
  type RenderOptions,
} from './build.ts';
import { BuildError } from './build-error.ts';
import { copyProject } from './project-copy.ts';

/** How this project is built: its own folders, the real content check and Astro. */
export function getProjectBuild(): BuildOptions {
  const root = resolve(import.meta.dirname, '../..');
  return {
    root,
    contentDir: getContentFolder(root),
    outDir: resolve(root, process.env.DIST_DIR || 'dist'),
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
  // Rubbish is collected sooner, so that a build fits beside the service on a machine of 1 GB: whenever the heap has
  // grown by 15 %. The first flag alone means a tenth, which costs large builds much more time.
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--heap-growing-percent=15');
  const { content, summary, warnings } = await buildSite(options);
  print(summary);
  print(summariseDisagreements(findDisagreements(content).length));
  for (const hint of listHints(content, londonDay(new Date()))) print(hint);
  for (const warning of warnings) print(`Broken link: ${warning}`);
}

/** Prints a failure and sets the exit code. */
export function reportFailure(error: unknown, outDir: string): void {
  console.error(describeFailure(error, outDir));
  process.exitCode = 1;
}

/**
 * Renders every page with Astro into a folder, by the root's `astro.config.mjs`.
 * @throws whatever Astro throws, for a page that does not compile or render
 */
async function renderWithAstro({ root, contentDir, outDir }: RenderOptions): Promise<void> {
  // Astro's own parts, such as its config, are told nothing else.
  process.env.CONTENT_DIR = contentDir;
  // Before the import and not only in the config, so that a config that does not load reports nothing either.
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  // Has Astro's bundler, which reads this as it is loaded, give back at once what it no longer needs: 100 MB.
  process.env.MIMALLOC_PURGE_DELAY = '0';
  const { build } = await import('astro');
  if (dirname(outDir) === root) return build({ root, outDir, logLevel: 'warn' });
  const copy = `${outDir.replace(/\.next-\d+$/, '')}.project`;
  await copyProject(root, copy);
  // Pages read files such as the icon from where they are rendered.
  process.chdir(copy);
  const site = join(copy, 'dist');
  await build({ root: copy, outDir: site, logLevel: 'warn' });
  await rm(outDir, { recursive: true, force: true });
  await rename(site, outDir);
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
  endWithService();
  const options = getProjectBuild();
  try {
    const unchanged = process.argv.includes('--if-changed') && (await findUnchangedSite(options));
    if (unchanged) console.log(`The site is up to date (built ${unchanged.builtAt}).`);
    else await buildAndReport(options);
  } catch (error) {
    reportFailure(error, options.outDir);
  }
}
