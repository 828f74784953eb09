import { pageOfFile } from '#domain/pages.ts';
import type { BuildManifest, SiteRedirect } from '#domain/schemas/build-manifest.ts';
import type { Content } from '../content/reader/parse-content.ts';
import { BuildError } from './build-error.ts';

/** The redirects of the content, in the order of their file. */
export function listRedirects({ redirects }: Content): SiteRedirect[] {
  return redirects.map(({ data: { from, to } }) => ({ from, to }));
}

/**
 * Refuses a redirect that could never work: from an address that is a page, or to one that is none.
 * @throws BuildError naming each such entry
 */
export function assertRedirectsWork({ redirects, files }: BuildManifest): void {
  const pages = new Set(files.flatMap(({ path }) => pageOfFile(path) ?? []));
  const problems = redirects.flatMap(({ from, to }) => [
    ...(pages.has(from) ? [`  ${from} is a page, so its redirect to ${to} would never be used`] : []),
    ...(pages.has(to.replace(/#.*/, '')) ? [] : [`  ${from} leads to ${to}, and there is no such page`]),
  ]);
  if (problems.length > 0) throw new BuildError(`content/redirects.json:\n${problems.join('\n')}`);
}
