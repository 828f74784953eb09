import { fillTokens } from '#domain/content/tokens.ts';
import type { NavigationLink, NavigationPlace } from '#domain/navigation.ts';
import { CONTENT_PAGES, isListed, pagePath, townPath } from '#domain/pages.ts';
import { contentTokens } from './reader/content-tokens.ts';
import type { ContentEntry } from './reader/parse-content.ts';
import { getContent, getSimplePageIds, listEntries, readEntry } from './site.ts';

/** The pages whose files ask for a place in the menu or the footer, by their short names. */
export function getAddedLinks(place: NavigationPlace): NavigationLink[] {
  return listEntries('pages')
    .filter(({ data }) => data.showIn.includes(place))
    .map((page) => linkTo(page, pagePath(page.id)))
    .sort((a, b) => a.label.localeCompare(b.label, 'en-GB'));
}

/**
 * Links to every page that search engines may list: in the order of the table of pages, then simple pages, then towns.
 */
export function getContentLinks(): NavigationLink[] {
  const ids = [...Object.keys(CONTENT_PAGES), ...getSimplePageIds()];
  const all = ids.map((id) => readEntry('pages', id));
  const pages = all.filter(({ id, data }) => data.listed && isListed(pagePath(id)));
  return [...pages.map((page) => linkTo(page, pagePath(page.id))), ...listTownLinks()];
}

function linkTo({ data }: ContentEntry<'pages' | 'towns'>, href: string): NavigationLink {
  return { label: fillTokens(data.breadcrumb, contentTokens(getContent(), data.readings)), href };
}

/** Links to the town pages, in their order. */
export function listTownLinks(): NavigationLink[] {
  return listEntries('towns').map((town) => linkTo(town, townPath(town.id)));
}
