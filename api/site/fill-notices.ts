import { parseContent } from '#content/reader/parse-content.ts';
import { listNotices, NOTICES_PATH, timeNotices } from '#domain/content/notices.ts';
import { listOpenings, type NamedOpening } from '#domain/content/opening-days.ts';
import { PAGES } from '#domain/pages.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { replaceNotices } from '#forms/notices.ts';
import { replaceOpenings } from '#forms/opening.ts';
import { replaceOpeningData } from '#forms/structured-data.ts';
import { replaceText, rewritePages } from './rewrite-pages.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

/**
 * All pages in 0.6 s on two cores, each 350 bytes larger than at the build. The best quality takes 1.4 s, which is
 * longer than a notice may take; quality 5 takes 0.1 s and 1,300 bytes, which some pages have no room for.
 */
const QUALITY = 10;

/**
 * Writes the notices of now into a built site, in place of those of its build: their words, and the opening hours of
 * their days wherever a page tells them. Other pages stay byte for byte.
 */
export async function fillNotices(site: SiteSnapshot, notices: readonly Notice[]): Promise<SiteSnapshot> {
  const timed = timeNotices(notices);
  const { openings, ofStructuredData } = readOpenings(site, notices);
  const fill = (page: string) => {
    const filled = replaceOpenings(replaceNotices(page, timed), openings);
    return ofStructuredData ? replaceOpeningData(filled, ofStructuredData) : filled;
  };
  const filled = await rewritePages(site, (path, html) => (hasNotices(path) ? fill(html) : html), QUALITY);
  const list = NOTICES_PATH.slice(1);
  if (!site.files.has(list)) return filled;
  const files = new Map(filled.files);
  await replaceText(files, list, JSON.stringify(listNotices(timed)));
  return { ...filled, files };
}

/** The farm's own people know. */
function hasNotices(path: string): boolean {
  return path !== PAGES.admin.path && !path.startsWith(`${PAGES.admin.path}/`);
}

interface Openings {
  /** By the ids of season and hours. */
  readonly openings: ReadonlyMap<string, NamedOpening>;
  /** What search engines are told. */
  readonly ofStructuredData: NamedOpening | undefined;
}

/** The openings of a built site, with the notices of now. */
export function readOpenings({ content: built }: SiteSnapshot, notices: readonly Notice[]): Openings {
  const { content } = parseContent(built);
  const openings = listOpenings(content.seasons, content.hours, notices);
  const { season, hours } = content.structuredData[0]?.data ?? {};
  return { openings, ofStructuredData: openings.get(`${season} ${hours}`) };
}
