/**
 * The build's findings about its own pages, for /seo-monitor. It is part of the site, so two builds of the same
 * sources must produce the same.
 */
export interface SeoFigures {
  /** The number of URLs in the sitemap. */
  readonly sitemapPages: number;
  readonly redirects: readonly CheckedRedirect[];
  readonly brokenLinks: readonly BrokenLink[];
  /** Every page, the heaviest first. */
  readonly pageWeights: readonly PageWeight[];
}

/** Why a link on this site is broken. */
export type LinkProblem = 'no-such-address' | 'no-such-anchor';

/** An old path, its target, and what is wrong with it, if anything. */
interface CheckedRedirect {
  readonly from: string;
  readonly to: string;
  readonly problem?: LinkProblem;
}

/** A broken link of this site, and the pages that contain it. */
export interface BrokenLink {
  /** From the root of the site, however it was written: `/prices#fraser`. */
  readonly address: string;
  readonly problem: LinkProblem;
  readonly pages: readonly string[];
}

export interface PageWeight {
  readonly page: string;
  /** Bytes of the page's HTML as sent, with brotli if that is smaller. */
  readonly bytes: number;
}

/** The file's name in the built site. Its path is the same after a slash. */
export const SEO_FIGURES_FILE = 'seo-figures.json';

/** Completes a message that starts with the link: '/a leads to /b, and …'. */
export const LINK_PROBLEMS: Record<LinkProblem, string> = {
  'no-such-address': 'there is no such page or file',
  'no-such-anchor': 'there is no such anchor on that page',
};
