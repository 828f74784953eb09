import type { Content } from '#content/reader/parse-content.ts';
import { listPages, listPlaces, namePage } from '#content/reader/shown-on.ts';
import { isListed, PAGES } from '#domain/pages.ts';
import { findFile } from './change-words.ts';

export interface ChangedPage {
  readonly path: string;
  readonly title: string;
}

/**
 * Public pages on which some changes can be seen, as far as their words tell; the home page if they do not.
 * @param changes as `compareContent` words them
 */
export function listChangedPages(changes: readonly string[], content: Content): ChangedPage[] {
  const found = changes.flatMap((change) => {
    const file = findFile(change);
    // The box and the stands are called by their names, not by their files.
    return file === undefined ? [] : listPlaces(content, file);
  });
  const paths = new Set(found.length > 0 ? found : [PAGES.index.path]);
  return listPages(content)
    .filter(({ path }) => paths.has(path) && isListed(path))
    .map(({ path }) => ({ path, title: namePage(content, path) }));
}
