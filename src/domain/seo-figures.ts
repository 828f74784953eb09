/**
 * What the build has found out about its own pages, for /seo-monitor. Written into the site, so nothing in it may
 * differ between two builds of the same sources.
 */
export interface SeoFigures {
  /** Addresses that the sitemap lists. */
  readonly sitemapPages: number;
  readonly redirects: readonly CheckedRedirect[];
  readonly brokenLinks: readonly BrokenLink[];
  /** Every page, the heaviest first. */
  readonly pageWeights: readonly PageWeight[];
}

/** Why a link on this site leads nowhere. */
export type LinkProblem = 'no-such-address' | 'no-such-anchor';

/** An old address, where it leads, and what is wrong with that, if anything. */
export interface CheckedRedirect {
  readonly from: string;
  readonly to: string;
  readonly problem?: LinkProblem;
}

/** An address of this site that is linked to, and the pages that do so. */
export interface BrokenLink {
  /** From the root of the site, whichever way it was written: `/prices#fraser`. */
  readonly address: string;
  readonly problem: LinkProblem;
  readonly pages: readonly string[];
}

export interface PageWeight {
  readonly page: string;
  /** Bytes of the page's HTML as it is sent, with brotli where that makes it smaller. */
  readonly bytes: number;
}

/** The file's name in the built site, and its address after a slash. */
export const SEO_FIGURES_FILE = 'seo-figures.json';

/** The end of a message that began with the link: '/a leads to /b, and …'. */
export const LINK_PROBLEMS: Record<LinkProblem, string> = {
  'no-such-address': 'there is no such page or file',
  'no-such-anchor': 'there is no such anchor on that page',
};
