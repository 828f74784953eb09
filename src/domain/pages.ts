import { OFFICE_PAGES } from './office.ts';

/** The largest of a hero's first words on a phone. A page waits for them before it paints at all. */
export const LEAD_ID = 'lead';

/** The properties of one page, for the build, the pages, the worker and the service's headers. */
interface Page {
  readonly path: string;
  /**
   * `unlisted`: hidden from search engines. `private`: also about one visitor, one order or the farm's own people, so
   * browsers never cache or prefetch it. Otherwise it is public and in the sitemap.
   */
  readonly visibility?: 'unlisted' | 'private';
  /** The service redirects people to the sign-in unless they are signed in. */
  readonly behindSignIn?: true;
  /**
   * Whether third parties may run on it, with statistics or an embed. Never on pages where people order, pay, write to
   * us or see an order, and not on a page that is shown at any path.
   */
  readonly thirdParties?: true;
  /** How payments start on it: by card, or by a form that leads to the provider's own page. */
  readonly payments?: 'card' | 'form';
  /** Whether it may use the camera. */
  readonly camera?: true;
  /**
   * Query parameters with secret values, and who still needs them after they are removed from the URL: the service,
   * after a reload; the page's own script; or nobody.
   */
  readonly secrets?: Readonly<Record<string, 'service' | 'script' | 'nobody'>>;
}

/**
 * Every page with its own layout in src/pages and a file of content/pages, in the order of lists of pages. Files of
 * content/towns are pages too, and so are files of content/pages that are not listed here: they are simple pages, which
 * are public and allow no third parties.
 */
export const CONTENT_PAGES = {
  index: { path: '/', thirdParties: true },
  'pick-your-own': { path: '/pick-your-own', thirdParties: true },
  'about-us': { path: '/about-us', thirdParties: true },
  'tree-varieties': { path: '/tree-varieties', thirdParties: true },
  'tree-stands': { path: '/tree-stands', thirdParties: true },
  visit: { path: '/visit', thirdParties: true },
  'contact-us': { path: '/contact-us' },
  'contact-us/thank-you': { path: '/contact-us/thank-you', visibility: 'private' },
  wholesale: { path: '/wholesale', thirdParties: true },
  faq: { path: '/faq', thirdParties: true },
  'book-now': { path: '/book-now', thirdParties: true },
  'seo-monitor': { path: '/seo-monitor', visibility: 'private' },
  prices: { path: '/prices', thirdParties: true },
  'care-guide': { path: '/care-guide', thirdParties: true },
  directions: { path: '/directions', thirdParties: true },
  'nordmann-branches': {
    path: '/nordmann-branches',
    payments: 'form',
    secrets: { payment_intent_client_secret: 'nobody' },
  },
  'nordmann-branches/thank-you': {
    path: '/nordmann-branches/thank-you',
    visibility: 'private',
    secrets: { session_id: 'service' },
  },
  order: { path: '/order', visibility: 'private', secrets: { key: 'service' } },
  pay: { path: '/pay', visibility: 'private', payments: 'form', secrets: { key: 'service' } },
  'branch-box-checkout': { path: '/branch-box-checkout', visibility: 'private', payments: 'card' },
  'nordmann-foliage-payment': {
    path: '/nordmann-foliage-payment',
    visibility: 'private',
    payments: 'card',
    secrets: { payment_intent_client_secret: 'script' },
  },
  success: { path: '/success', visibility: 'private' },
  privacy: { path: '/privacy' },
  offline: { path: '/offline', visibility: 'unlisted' },
  // Secret URLs that were copied wrongly also lead here.
  '404': {
    path: '/404',
    visibility: 'unlisted',
    secrets: { key: 'nobody', session_id: 'nobody', payment_intent_client_secret: 'nobody' },
  },
} as const satisfies Record<string, Page>;

/** Every page that has a line of its own somewhere: the site's, and the farm's own. */
export const PAGES = { ...CONTENT_PAGES, ...OFFICE_PAGES };

/** A page with a file of content/pages. */
export type PageId = keyof typeof CONTENT_PAGES;
export type PagePath = (typeof PAGES)[keyof typeof PAGES]['path'];

const pages: readonly Page[] = Object.values(PAGES);

/** The path of the page that a file of content/pages creates. */
export function pagePath(id: string): string {
  return isPageId(id) ? PAGES[id].path : `/${id}`;
}

/** Whether a page of content/pages has its own layout. */
export function isPageId(id: string): id is PageId {
  return Object.hasOwn(CONTENT_PAGES, id);
}

/**
 * The path of the page in a built file: `index.html` is `/`, `admin/orders.html` is `/admin/orders`.
 * @returns undefined for what is no page, and for the 404 page, which answers for every unknown path and has none
 */
export function pageOfFile(file: string): string | undefined {
  if (!file.endsWith('.html') || file === '404.html') return undefined;
  return `/${file.slice(0, -'.html'.length).replace(/(^|\/)index$/, '')}`;
}

const TOWN_PREFIX = '/christmas-trees-';

/** The path of a town's page: `/christmas-trees-taunton`. */
export function townPath(townId: string): string {
  return `${TOWN_PREFIX}${townId}`;
}

/** Whether a path is that of a town's page. */
export function isTownPath(path: string): boolean {
  return path.startsWith(TOWN_PREFIX);
}

/** A third party's widget on its own page, which other pages show in a frame. */
export const TICKETS_EMBED = '/embed/tickets';

/** Everything below these paths is private, including the service's responses. */
const PRIVATE_FOLDERS = ['/admin', '/api', '/create-payment-intent', '/embed', '/payment-sandbox'];
/** Paths that the service and the build answer themselves. */
const TAKEN_FOLDERS = [...PRIVATE_FOLDERS, '/_astro', '/healthz', '/icons', '/metrics', '/readyz', '/share'];

/** Paths that are never cached or prefetched, with everything below them. */
export const PRIVATE_PATHS: readonly string[] = [
  ...PRIVATE_FOLDERS,
  ...pages.flatMap(({ path, visibility }) =>
    visibility === 'private' && !isBeneath(path, PRIVATE_FOLDERS) ? path : [],
  ),
].sort();

/** Pages that the service shows only to people who are signed in. Those below another come before it. */
export const SIGNED_IN_PATHS: readonly string[] = pages
  .flatMap(({ path, behindSignIn }) => (behindSignIn ? path : []))
  .sort()
  .reverse();

/** Pages on which payments start. */
export const PAYMENT_PATHS: readonly string[] = pages.flatMap(({ path, payments }) =>
  payments === undefined ? [] : path,
);

/** Whether search engines may list the page of this path. It is then in the sitemap. */
export function isListed(path: string): boolean {
  return findPage(path)?.visibility === undefined && !isBeneath(path, PRIVATE_FOLDERS);
}

/** Whether a simple page can have this path, because no page, town or service route uses it. */
export function isFreePath(path: string): boolean {
  return findPage(path) === undefined && !isTownPath(path) && !isTakenPath(path);
}

/** Whether the service and the build answer a path themselves, whatever the content says. */
export function isTakenPath(path: string): boolean {
  return isBeneath(path, TAKEN_FOLDERS);
}

/** Whether third parties may run on the page of this path. */
export function allowsThirdParties(path: string): boolean {
  return isTownPath(path) || findPage(path)?.thirdParties === true;
}

/** @returns undefined for a page whose URL never holds a secret */
export function findSecrets(path: string): Page['secrets'] {
  return findPage(path)?.secrets;
}

/** @returns undefined for a page without payments */
export function findPayments(path: string): Page['payments'] {
  return findPage(path)?.payments;
}

/** Whether the page of this path may use the camera. */
export function allowsCamera(path: string): boolean {
  return findPage(path)?.camera === true;
}

function findPage(path: string): Page | undefined {
  return pages.find((page) => page.path === path);
}

function isBeneath(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
