import { formatSeason } from '#domain/content/season.ts';
import { priceRange } from '#domain/content/trees.ts';
import { formatPrice } from '#domain/money.ts';
import { isPageId } from '#domain/pages.ts';
import {
  BRANCH_BOX,
  getFarm,
  getPage,
  getShop,
  getSimplePage,
  getTown,
  getTownIds,
  listEntries,
  type PageView,
  POTTED_TREE,
  readEntry,
} from './site.ts';

/** What a page shows where somebody shares a link to it. */
export interface SharePlate {
  /** Of its file, without its ending: `pages/prices`. */
  readonly name: string;
  /** A drawing or a photograph. */
  readonly image: string;
  /** Undefined for a product's picture. */
  readonly words?: {
    readonly heading: string;
    /** A price or the season’s days. Empty if there is neither. */
    readonly gold: string;
    readonly farmName: string;
  };
}

/** The pictures of products for search engines, and the farm's own. */
export function getProductImages(): Set<string> {
  const products = [...listEntries('varieties'), ...listEntries('stands')];
  const { data: home } = readEntry('pages', 'index');
  return new Set([home.shareImage, ...products.map(({ data }) => data.image), BRANCH_BOX, POTTED_TREE]);
}

export function listSharePlates(): SharePlate[] {
  const ids = listEntries('pages').map(({ id }) => id);
  const pages = [
    ...ids.map((id) => (isPageId(id) ? getPage(id) : getSimplePage(id))),
    ...getTownIds().map(getTown),
  ];
  return pages.map(getSharePlate);
}

export function getSharePlate(page: PageView): Required<SharePlate> {
  const { name: farmName } = getFarm();
  return {
    name: `pages${page.path === '/' ? '/home' : page.path}`,
    image: page.shareImage,
    words: { heading: page.hero.heading, gold: describeOffer(page), farmName },
  };
}

function describeOffer({ shareImage, prices, season }: PageView): string {
  if (shareImage === BRANCH_BOX) {
    const { branchBox } = getShop();
    return `${formatPrice(branchBox.pricePence)} a box`;
  }
  const range = priceRange(prices?.groups.flatMap(({ sizes }) => sizes) ?? []);
  if (range !== undefined) return `From ${formatPrice(range.lowest)}`;
  return season ? formatSeason(season, 'short').replace(/^./, (first) => first.toUpperCase()) : '';
}
