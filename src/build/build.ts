import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { explainSystemError } from '#commands';
import { londonDay } from '#domain/dates.ts';
import { formatRedirects } from '#domain/links.ts';
import { pageOfFile } from '#domain/pages.ts';
import { type BuildManifest, SERVICE_CONTENT, SERVICE_FILES } from '#domain/schemas/build-manifest.ts';
import type { Content } from '../content/reader/parse-content.ts';
import type { ReadContent } from '../content/reader/read-content.ts';
import { compressFolder } from './compress.ts';
import { putCriticalStylesFirst } from './critical-styles.ts';
import { inParallel, listFiles } from './files.ts';
import { fingerprintSources, isComplete, readManifest, writeManifest } from './manifest.ts';
import { writePrecache } from './precache.ts';
import { describeLinkProblems, writeSeoFigures } from './seo-figures.ts';
import { dateSitemap } from './sitemap.ts';
import { cleanUpAfterCrash, getNextFolder, isBuiltElsewhere, swapInto } from './swap.ts';

/** A failure that the person who started the build can mend: its message is all they need, without a stack. */
export class BuildError extends Error {
  override name = 'BuildError';
}

export interface RenderOptions {
  root: string;
  contentDir: string;
  /** Empty; what is rendered goes here. */
  outDir: string;
  /** Where the finished site will be. */
  siteDir: string;
}

export interface BuildOptions {
  root: string;
  contentDir: string;
  outDir: string;
  /** The site as it was last built for a look. What was seen there is what is published, without a second build. */
  previewDir?: string;
  /** Reads and checks the content. @throws BuildError with one message that lists every mistake */
  readContent: (contentDir: string) => Promise<Pick<ReadContent, 'values' | 'content'>>;
  /** Renders the pages into an empty folder. */
  render: (options: RenderOptions) => Promise<void>;
  /** How long to wait for another build of the same site; by default a minute. */
  patienceMs?: number;
  /** Told of each step as it begins, because a build takes some seconds. */
  onStep?: (step: string) => void;
}

export interface BuildResult {
  manifest: BuildManifest;
  content: Content;
  /** One line for a person: pages, seconds, bytes. */
  summary: string;
  /** A line for each link that leads nowhere: the site is in place all the same. */
  warnings: string[];
}

/**
 * Builds the site beside `outDir` and puts it in place at once.
 * @throws BuildError for a mistake in the content; whatever is thrown, the site that was in `outDir` stays
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const { root, contentDir, outDir, onStep = () => {} } = options;
  await cleanUpAfterCrash(outDir);
  // Before the rest, so that an edit made during the build counts as a change the next time.
  const inputs = await fingerprintSources(options);
  onStep('1/4 Checking the content');
  const { values, content } = await options.readContent(contentDir);
  const redirects = content.redirects.map(({ data: { from, to } }) => ({ from, to }));
  const [farm] = content.farm;
  if (farm === undefined) throw new BuildError('content/farm.json: there is no such file.');
  const { website, worksOffline } = farm.data;
  const nextFolder = getNextFolder(outDir);
  try {
    await waitForOtherBuild(outDir, options.patienceMs);
    await mkdir(nextFolder, { recursive: true });
    // Two that began at the same moment.
    if (await isBuiltElsewhere(outDir)) throw new OtherBuild();
    const previewed = await findPreviewed(options, inputs);
    if (previewed !== undefined) {
      await cp(previewed.folder, nextFolder, { recursive: true });
      await swapInto(nextFolder, outDir);
      const summary = 'The site is as it was previewed.';
      return { manifest: previewed.manifest, content, summary, warnings: [] };
    }
    onStep('2/4 Rendering the pages');
    await options.render({ root, contentDir, outDir: nextFolder, siteDir: outDir });
    await removeUnnamed(nextFolder);
    await putCriticalStylesFirst(nextFolder);
    await writeFile(join(nextFolder, '_redirects'), formatRedirects(redirects));
    await writeFile(join(nextFolder, '.content.json'), JSON.stringify(values));
    const forService = Object.entries(values).filter(([file]) =>
      SERVICE_FILES.some((glob) => matchesGlob(file, glob)),
    );
    await writeFile(join(nextFolder, SERVICE_CONTENT), JSON.stringify(Object.fromEntries(forService)));
    await dateSitemap(nextFolder, outDir, londonDay(new Date()));
    onStep('3/4 Compressing the files');
    await compressFolder(nextFolder, outDir);
    if (worksOffline !== false) await writePrecache(nextFolder);
    onStep('4/4 Checking the links');
    const figures = await writeSeoFigures(nextFolder, { redirects, website });
    const manifest = await writeManifest(nextFolder, { inputs, redirects, builtAt: new Date() });
    await swapInto(nextFolder, outDir);
    const summary = summarise(manifest, performance.now() - started);
    return { manifest, content, summary, warnings: describeLinkProblems(figures) };
  } finally {
    await rm(nextFolder, { recursive: true, force: true });
  }
}

/**
 * Removes what Astro writes although no page, script or style names it: drawings whose lines stand in the pages, and the
 * originals of photographs, which say where they were taken.
 */
async function removeUnnamed(folder: string): Promise<void> {
  const files = await listFiles(folder);
  const texts = files.filter((file) => /\.(?:html|js|css)$/.test(file));
  const named = new Set<string>();
  await inParallel(texts, async (file) => {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [name] of text.matchAll(/[\w.-]+\.(?:svg|js|css|jpe?g|png|webp|avif|woff2)/g)) named.add(name);
  });
  const unnamed = files.filter((file) => dirname(file) === '_astro' && !named.has(basename(file)));
  await inParallel(unnamed, (file) => rm(join(folder, file)));
}

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** @throws OtherBuild if another process is still building the same site after that time */
async function waitForOtherBuild(outDir: string, patienceMs = PATIENCE_MS): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (await isBuiltElsewhere(outDir)) {
    if (performance.now() > giveUpAt) throw new OtherBuild();
    await wait(LOOK_EVERY_MS);
  }
}

class OtherBuild extends BuildError {
  constructor() {
    super('The site is being built by somebody else just now. Try again in a minute.');
  }
}

/** The site in `outDir`, when it is whole and another build of today's sources would give the same. */
export async function findUnchangedSite(options: BuildOptions): Promise<BuildManifest | undefined> {
  await cleanUpAfterCrash(options.outDir);
  return findSiteOf(options.outDir, await fingerprintSources(options));
}

/** The preview, when it is of the same sources. */
async function findPreviewed({ previewDir: folder, outDir }: BuildOptions, inputs: string) {
  if (folder === undefined || folder === outDir) return undefined;
  const manifest = await findSiteOf(folder, inputs);
  return manifest && { folder, manifest };
}

async function findSiteOf(folder: string, inputs: string): Promise<BuildManifest | undefined> {
  const manifest = await readManifest(folder);
  return manifest?.inputs === inputs && (await isComplete(folder, manifest)) ? manifest : undefined;
}

/**
 * What to print when a build failed: the message, with a stack only when it is neither the content's fault nor the
 * machine's, and the message on what is served now.
 */
export function describeFailure(error: unknown, outDir: string): string {
  const message = explainSystemError(error) ?? (error instanceof BuildError ? error.message : inspect(error));
  const rest = existsSync(join(outDir, 'build.json'))
    ? 'The last good site stays in place.'
    : 'There is no earlier site to fall back on.';
  return `${message}\n\nThe build stopped. ${rest}`;
}

function summarise({ files }: BuildManifest, milliseconds: number): string {
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const originals = [...sizes.keys()].filter((path) => !/\.(br|gz)$/.test(path));
  const pages = originals.filter((path) => pageOfFile(path) !== undefined).length;
  const sum = (suffix: string) =>
    originals.reduce((total, path) => total + (sizes.get(path + suffix) ?? sizes.get(path) ?? 0), 0);
  return (
    `${pages} pages in ${(milliseconds / 1000).toFixed(1)} s: ` +
    `${formatKilobytes(sum(''))}, ${formatKilobytes(sum('.br'))} as sent with brotli.`
  );
}

function formatKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString('en-GB')} kB`;
}
