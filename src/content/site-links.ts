import { fillTokens } from '#domain/content/tokens.ts';
import type { NavigationLink, NavigationPlace } from '#domain/navigation.ts';
import { CONTENT_PAGES, isListed, pagePath, townPath } from '#domain/pages.ts';
import { contentTokens } from './reader/content-tokens.ts';
import type { ContentEntry } from './reader/parse-content.ts';
import { getContent, getSimplePageIds, listEntries, readEntry } from './site.ts';

/** How many town pages the footer links to. The specification has four towns. */
const FOOTER_TOWNS = 8;

/** The pages whose files ask for a place in the menu or the footer, by their short names. */
export function getAddedLinks(place: NavigationPlace): NavigationLink[] {
  return listEntries('pages')
    .filter(({ data }) => data.showIn.includes(place))
    .map((page) => linkTo(page, pagePath(page.id)))
    .sort((a, b) => a.label.localeCompare(b.label, 'en-GB'));
}

/**
 * The town pages in a page's footer: all of them if there are few. Of many, a town page links to the next ones in their
 * order, so that every town is linked to and no page has thousands of links. Other pages link to the first ones.
 */
export function getTownLinks(path: string): NavigationLink[] {
  const towns = listTownLinks();
  if (towns.length <= FOOTER_TOWNS) return towns;
  const next = towns.findIndex(({ href }) => href === path) + 1;
  const linked = towns.slice(next, next + FOOTER_TOWNS);
  return [...linked, ...towns.slice(0, FOOTER_TOWNS - linked.length)];
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

function listTownLinks(): NavigationLink[] {
  return listEntries('towns').map((town) => linkTo(town, townPath(town.id)));
}
