import { isPageId, pagePath } from '#domain/pages.ts';
import { allEntries, strings } from '../reader/entries.ts';
import type { Content } from '../reader/parse-content.ts';
import { listAddresses } from './links.ts';

/** A sentence for each simple page that the site itself never leads to. `listed: false` says that this is meant. */
export function listUnlinked(content: Content): string[] {
  return content.pages
    .filter(({ id, data }) => !isPageId(id) && data.listed && data.showIn.length === 0)
    .filter(({ id, file }) => !isLinked(content, pagePath(id), file))
    .map(
      ({ id, file }) =>
        `content/${file}: nobody can find ${pagePath(id)}. Link to it from another page, or give its file showIn: [menu] or showIn: [footer].`,
    );
}

function isLinked(content: Content, path: string, ownFile: string): boolean {
  return allEntries(content)
    .filter(({ file }) => file !== ownFile)
    .some((entry) =>
      [...strings(entry.data)].some(([field, text]) =>
        listAddresses(entry, field, text).some((address) => address.replace(/[?#].*$/, '') === path),
      ),
    );
}
