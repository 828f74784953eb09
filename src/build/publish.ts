import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentValues } from '../content/reader/read-files.ts';
import { type BuildOptions, findUnchangedSite } from './build.ts';
import { buildAndReport, getProjectBuild, reportFailure } from './build-site.ts';
import { formatChanges, listChanges } from './content-changes.ts';

/**
 * Publishes the content: checks it, prints what changes, builds, and swaps the new site in.
 * @throws BuildError for a mistake in the content; the site in `outDir` then stays as it is
 */
export async function publishContent(options: BuildOptions, print = console.log): Promise<void> {
  const { values } = await options.readContent(options.contentDir);
  const published = await readPublishedContent(options.outDir);
  const changes = published ? listChanges(published, values) : [];
  if (!published) print('Nothing has been published yet, so there are no old values to compare with.');
  else if (changes.length > 0) print(formatChanges(changes));
  else if (await findUnchangedSite(options)) return print('Nothing changed: the site is up to date.');
  else print('No content value changed, but texts or code did.');
  await buildAndReport(options, print);
  print('A running service picks the new site up by itself within a second.');
}

async function readPublishedContent(outDir: string): Promise<ContentValues | undefined> {
  try {
    return JSON.parse(await readFile(join(outDir, '.content.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const options = getProjectBuild();
  await publishContent(options).catch((error) => reportFailure(error, options.outDir));
}
