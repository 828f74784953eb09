import type { Content } from '#content/reader/parse-content.ts';
import { EVERY_PAGE, listPages, listShownOn, namePage } from '#content/reader/shown-on.ts';
import { isListed, PAGES } from '#domain/pages.ts';
import type { ContentEditing } from '../content-editing.ts';
import { readDrafted } from '../publish/content-aside.ts';

export interface ChangedPage {
  readonly path: string;
  readonly title: string;
}

/** The public pages that show some files, in the order of the files; the home page if there are none. */
export function listChangedPages(files: readonly string[], content: Content): ChangedPage[] {
  const pages = new Set(listPages(content).map(({ path }) => path));
  const found = files
    .flatMap((file) => listShownOn(content, file))
    .map((path) => (path === EVERY_PAGE ? PAGES.index.path : path))
    .filter((path) => pages.has(path) && isListed(path));
  const paths = found.length > 0 ? new Set(found) : [PAGES.index.path];
  return [...paths].map((path) => ({ path, title: namePage(content, path) }));
}

/** The pages to look at in the preview that was built last. Empty if this process has built another thing since. */
export async function listPreviewed(content: ContentEditing | undefined): Promise<ChangedPage[]> {
  const job = content?.publisher.job();
  if (content === undefined || job?.kind !== 'preview') return [];
  return listChangedPages(job.files, (await readDrafted(content.draft)).content);
}
