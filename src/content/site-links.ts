import { fillTokens } from '#domain/content/tokens.ts';
import type { NavigationLink, NavigationPlace } from '#domain/navigation.ts';
import { CONTENT_PAGES, isListed, pagePath, townPath } from '#domain/pages.ts';
import { contentTokens, type TokenSources } from './reader/content-tokens.ts';
import { getSimplePageIds, listEntries, readEntry, readTokenSources, type SiteEntry } from './site.ts';

/** How many town pages the footer links to. The specification has four towns. */
const FOOTER_TOWNS = 8;

/** The links that the files of pages and towns add to those that every page has. */
interface OwnLinks extends Readonly<Record<NavigationPlace, NavigationLink[]>> {
  readonly towns: NavigationLink[];
}

/** The pages whose files ask for a place in the menu or the footer, by their short names. */
export async function getAddedLinks(place: NavigationPlace): Promise<NavigationLink[]> {
  return (await readOnce())[place];
}

/**
 * The town pages in a page's footer: all of them if there are few. Of many, a town page links to the next ones in their
 * order, so that every town is linked to and no page has thousands of links. Other pages link to the first ones.
 */
export async function getTownLinks(path: string): Promise<NavigationLink[]> {
  const { towns } = await readOnce();
  if (towns.length <= FOOTER_TOWNS) return towns;
  const next = towns.findIndex(({ href }) => href === path) + 1;
  const linked = towns.slice(next, next + FOOTER_TOWNS);
  return [...linked, ...towns.slice(0, FOOTER_TOWNS - linked.length)];
}

/**
 * Links to every page that search engines may list: in the order of the table of pages, then simple pages, then towns.
 */
export async function getContentLinks(): Promise<NavigationLink[]> {
  const sources = await readTokenSources();
  const ids = [...Object.keys(CONTENT_PAGES), ...(await getSimplePageIds())];
  const all = await Promise.all(ids.map((id) => readEntry('pages', id)));
  const pages = all.filter(({ id, data }) => data.listed && isListed(pagePath(id)));
  return [...pages, ...(await listEntries('towns'))].map((page) => linkTo(page, sources));
}

let built: Promise<OwnLinks> | undefined;

/** A build reads them once, because each page needs them. */
function readOnce(): Promise<OwnLinks> {
  if (import.meta.env.DEV) return readOwnLinks();
  built ??= readOwnLinks();
  return built;
}

async function readOwnLinks(): Promise<OwnLinks> {
  const sources = await readTokenSources();
  const pages = await listEntries('pages');
  const listAdded = (place: NavigationPlace) =>
    pages
      .filter(({ data }) => data.showIn.includes(place))
      .map((page) => linkTo(page, sources))
      .sort((a, b) => a.label.localeCompare(b.label, 'en-GB'));
  const towns = (await listEntries('towns')).map((town) => linkTo(town, sources));
  return { menu: listAdded('menu'), footer: listAdded('footer'), towns };
}

function linkTo(
  { id, collection, data }: SiteEntry<'pages' | 'towns'>,
  sources: TokenSources,
): NavigationLink {
  return {
    label: fillTokens(data.breadcrumb, contentTokens(sources, data.readings)),
    href: collection === 'towns' ? townPath(id) : pagePath(id),
  };
}
