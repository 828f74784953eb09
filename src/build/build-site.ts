import { cp, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EXIT, readCommandLine, readFolders } from '#commands';
import { londonDay } from '#domain/dates.ts';
import { checkContent } from '../content/checks/check-content.ts';
import { listHints } from '../content/checks/hints.ts';
import { giveContent } from '../content/reader/given-content.ts';
import { formatProblems } from '../content/reader/problems.ts';
import type { ReadContent } from '../content/reader/read-content.ts';
import { findDisagreements, summariseDisagreements } from '../content/report/disagreements.ts';
import {
  BuildError,
  type BuildOptions,
  buildSite,
  describeFailure,
  findUnchangedSite,
  type RenderOptions,
} from './build.ts';

/** What Astro needs of the project to render it. The content is read where it lies. */
const PARTS = ['public', 'src', 'astro.config.mjs', 'package.json', 'tsconfig.json'];

/**
 * Renders every page with Astro into a folder, by the project's `astro.config.mjs`. Always in a copy of the project
 * beside the site, because Astro writes into the project that it renders and into the folder that it is started from,
 * and finds packages from where it writes: a release may be read-only, and a preview must not mix with a build. What
 * Astro keeps in the copy stays, so that photographs are not made again.
 * @throws whatever Astro throws, for a page that does not compile or render
 */
export async function renderWithAstro({ root, contentDir, outDir, siteDir }: RenderOptions): Promise<void> {
  const copy = `${siteDir}.project`;
  await copyProject(root, copy);
  process.chdir(copy);
  // Astro's own parts, such as its config, are told nothing else.
  process.env.CONTENT_DIR = contentDir;
  // Before the import and not only in the config, so that a config that does not load reports nothing either.
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  // Has Astro's bundler, which reads this as it is loaded, give back at once what it no longer needs: 100 MB.
  process.env.MIMALLOC_PURGE_DELAY = '0';
  const { build } = await import('astro');
  const site = join(copy, 'dist');
  await build({ root: copy, outDir: site, logLevel: 'warn' });
  await rm(outDir, { recursive: true, force: true });
  await rename(site, outDir);
}

async function copyProject(root: string, copy: string): Promise<void> {
  await mkdir(copy, { recursive: true });
  for (const part of PARTS) {
    await rm(join(copy, part), { recursive: true, force: true });
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  const packages = join(copy, 'node_modules');
  await rm(packages, { recursive: true, force: true });
  await symlink(join(root, 'node_modules'), packages, 'junction');
}

/** How this project is built: its own folders, the real content check and Astro. */
export function getProjectBuild(): BuildOptions & { previewDir: string } {
  const root = resolve(import.meta.dirname, '../..');
  const { contentDir, distDir, dataDir } = readFolders();
  return {
    root,
    contentDir,
    outDir: distDir,
    previewDir: join(dataDir, 'preview'),
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
  giveContent(read.content);
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
