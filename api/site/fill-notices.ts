import { listNotices, NOTICES_PATH, type TimedNotice } from '#domain/content/notices.ts';
import { PAGES } from '#domain/pages.ts';
import { replaceNotices } from '#forms/notices.ts';
import { replaceText, rewritePages } from './rewrite-pages.ts';
import { loadFile, type SiteSnapshot } from './site-snapshot.ts';

/**
 * All pages in 0.6 s on two cores, each 350 bytes larger than at the build. The best quality takes 1.4 s, which is
 * longer than a notice may take; quality 5 takes 0.1 s and 1,300 bytes, which some pages have no room for.
 */
const QUALITY = 10;

/** Writes the notices of now into a built site, in place of those of its build. Other pages stay byte for byte. */
export async function fillNotices(
  site: SiteSnapshot,
  notices: readonly TimedNotice[],
): Promise<SiteSnapshot> {
  const filled = await rewritePages(site, {
    change: (path, html) => (hasNotices(path) ? replaceNotices(html, notices) : html),
    quality: QUALITY,
  });
  const list = site.files.get(NOTICES_PATH);
  if (list === undefined) return filled;
  const files = new Map(filled.files).set(
    NOTICES_PATH,
    await replaceText(await loadFile(list), JSON.stringify(listNotices(notices))),
  );
  return { ...filled, files };
}

/** The farm's own people know. */
function hasNotices(path: string): boolean {
  return path !== PAGES.admin.path && !path.startsWith(`${PAGES.admin.path}/`);
}
