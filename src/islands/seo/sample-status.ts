/** SEO status of section 3. Its redirects are real: the Redirects tab shows those of the website. */
export interface SeoStatus {
  readonly indexedPages: number;
  readonly sitemapStatus: 'pending' | 'valid';
  readonly mobileFriendly: boolean;
  /** Out of 100. */
  readonly pageSpeed: number;
  readonly brokenLinks: readonly string[];
}

/** Section 9: the delay of the simulated check, and its figures. */
export const CHECK_DELAY_MS = 2000;
export const SAMPLE_STATUS: SeoStatus = {
  indexedPages: 12,
  sitemapStatus: 'valid',
  mobileFriendly: true,
  pageSpeed: 87,
  brokenLinks: [],
};
