import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OFFICE_PAGES } from '#domain/office.ts';
import { pageOfFile } from '#domain/pages.ts';
import type { SiteRedirect } from '#domain/schemas/build-manifest.ts';
import { LINK_PROBLEMS, type PageWeight, SEO_FIGURES_FILE, type SeoFigures } from '#domain/seo-figures.ts';
import { compressFile, getSentSize } from './compress.ts';
import { listFiles } from './files.ts';
import { createLinkCheck, findBrokenLinks, type PageLinks, readPageLinks } from './page-links.ts';
import { readSitemap } from './sitemap.ts';

export interface SeoFacts {
  readonly redirects: readonly SiteRedirect[];
  /** Origin of the public site. */
  readonly website: string;
}

/**
 * Measures a site whose files are compressed already, and writes `seo-figures.json` into it. After it, nothing may be
 * written that a page could link to.
 */
export async function writeSeoFigures(folder: string, facts: SeoFacts): Promise<SeoFigures> {
  const figures = await collectSeoFigures(folder, facts);
  const path = join(folder, SEO_FIGURES_FILE);
  await writeFile(path, JSON.stringify(figures));
  await compressFile(path);
  return figures;
}

/** A line for each link and redirect of the site that leads nowhere. */
export function describeLinkProblems({ brokenLinks, redirects }: SeoFigures): string[] {
  return [
    ...brokenLinks.map(({ address, problem, pages: [first, ...more] }) => {
      const linking = more.length > 0 ? `${first} and ${more.length} more link` : `${first} links`;
      return `${linking} to ${address}, and ${LINK_PROBLEMS[problem]}.`;
    }),
    ...redirects.flatMap(({ from, to, problem }) =>
      problem === undefined
        ? []
        : `content/redirects.json: ${from} leads to ${to}, and ${LINK_PROBLEMS[problem]}.`,
    ),
  ];
}

async function collectSeoFigures(folder: string, { redirects, website }: SeoFacts): Promise<SeoFigures> {
  const files = (await listFiles(folder)).filter((file) => isLinkable(file));
  const linksByPage = new Map<string, PageLinks>();
  const pageWeights: PageWeight[] = [];
  const sitemaps = new Map<string, string[]>();
  for (const file of files) {
    if (file.endsWith('.html')) {
      const bytes = await readFile(join(folder, file));
      linksByPage.set(getAddress(file), readPageLinks(bytes.toString('utf8')));
      pageWeights.push({ page: getAddress(file), bytes: await getSentSize(join(folder, file)) });
    } else if (/^sitemap-\d+\.xml$/.test(file)) {
      sitemaps.set(`/${file}`, readSitemap(await readFile(join(folder, file), 'utf8')));
    }
  }
  const addresses = new Map<string, readonly string[] | undefined>([
    [`/${SEO_FIGURES_FILE}`, undefined],
    // Their files are one, which the service fills.
    ...Object.values(OFFICE_PAGES).map(({ path }): [string, undefined] => [path, undefined]),
    ...files.map((file): [string, undefined] => [`/${file}`, undefined]),
    ...[...linksByPage].map(([page, { ids }]): [string, readonly string[]] => [page, ids]),
  ]);
  const check = createLinkCheck(website, addresses, redirects);
  const linksFrom = [...linksByPage].map(([page, { links }]): [string, readonly string[]] => [page, links]);
  return {
    sitemapPages: [...sitemaps.values()].flat().length,
    redirects: redirects.map((redirect) => {
      const problem = check.findProblem(redirect.to);
      return { ...redirect, ...(problem !== undefined && { problem }) };
    }),
    brokenLinks: findBrokenLinks([...linksFrom, ...sitemaps], check),
    pageWeights: pageWeights.sort((a, b) => b.bytes - a.bytes || (a.page < b.page ? -1 : 1)),
  };
}

/** Not the compressed forms of other files, nor what the service keeps to itself. */
function isLinkable(file: string): boolean {
  const isPrivate = file === '_redirects' || /^\.(?!well-known\/)/.test(file);
  return !isPrivate && !/\.(br|gz)$/.test(file);
}

/** The 404 page answers for every unknown address; its own canonical address is this one. */
function getAddress(file: string): string {
  return pageOfFile(file) ?? '/404';
}
