import { type CollectionName, findCollection } from '#content/reader/collections.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import { isListed, PAGES, pagePath, townPath } from '#domain/pages.ts';
import { findFile } from './change-words.ts';

export interface ChangedPage {
  readonly path: string;
  readonly title: string;
}

/** The page that shows a collection, where its files are not named by pages. */
const SHOWN_ON: Partial<Record<CollectionName, string>> = {
  shop: PAGES['nordmann-branches'].path,
  varieties: PAGES['tree-varieties'].path,
  silhouettes: PAGES['tree-varieties'].path,
  stands: PAGES['tree-stands'].path,
  faq: PAGES.faq.path,
  synonyms: PAGES.faq.path,
  careSteps: PAGES['care-guide'].path,
  troubleshooting: PAGES['care-guide'].path,
  journeys: PAGES.directions.path,
};

/**
 * Public pages on which some changes can be seen, as far as their words tell; the home page if they do not.
 * @param changes as `compareContent` words them
 */
export function listChangedPages(changes: readonly string[], values: ContentValues): ChangedPage[] {
  const files = Object.keys(values);
  const found = changes.flatMap((change) => {
    const file = findFile(change);
    // The box and the stands are called by their names, not by their files.
    return file === undefined ? [] : listPagesOf(file, values);
  });
  const pages = files.flatMap((file) => titlePage(file, values[file]) ?? []);
  const paths = new Set(found.length > 0 ? found : [PAGES.index.path]);
  return pages.filter(({ path }) => paths.has(path) && isListed(path));
}

function listPagesOf(file: string, values: ContentValues): string[] {
  const own = titlePage(file, values[file]);
  if (own) return [own.path];
  const collection = findCollection(file);
  const shownOn = collection && SHOWN_ON[collection];
  if (shownOn !== undefined) return [shownOn];
  const id = file.replace(/^[^/]+\//, '').replace(/\.\w+$/, '');
  return Object.entries(values).flatMap(([page, value]) => {
    const { readings = {} } = (value ?? {}) as { readings?: Record<string, unknown> };
    const isShown = Object.entries(readings).some(
      ([reading, named]) => isReadingOf(reading, file) && JSON.stringify(named).includes(`"${id}"`),
    );
    return isShown ? (titlePage(page, value)?.path ?? []) : [];
  });
}

/** Whether `closingHours` may name `hours/b.json`, and `guide` a file in `guides/`. */
function isReadingOf(reading: string, file: string): boolean {
  const [folder = ''] = file.split('/');
  return reading.toLowerCase().endsWith(folder.replace(/s$/, '')) || reading.toLowerCase().endsWith(folder);
}

function titlePage(file: string, value: unknown): ChangedPage | undefined {
  const [, folder, id = ''] = /^(pages|towns)\/(.+)\.md$/.exec(file) ?? [];
  if (folder === undefined) return undefined;
  const { breadcrumb, name } = (value ?? {}) as { breadcrumb?: string; name?: string };
  const path = folder === 'pages' ? pagePath(id) : townPath(id);
  return { path, title: path === PAGES.index.path ? 'Home' : (breadcrumb ?? name ?? path) };
}
