/** What holds for one page, for the build, the pages, the worker and the service's headers. */
interface Page {
  readonly path: string;
  /**
   * `unlisted`: search engines are kept from it. `private`: also, it is about one visitor or one order, or belongs to the
   * farm's own people: never kept by browsers, never fetched ahead. Else it is in the sitemap, and for everybody.
   */
  readonly visibility?: 'unlisted' | 'private';
  /** The service leads whoever has not signed in to the sign-in. */
  readonly behindSignIn?: true;
  /**
   * Whether another company may be on it, with its statistics or an embed. Never where somebody orders, pays, writes to
   * us or sees an order, and not on a page that is shown at any path.
   */
  readonly thirdParties?: true;
  /** How payments begin on it: by card, or by a form that leads to the provider's own page. */
  readonly payments?: 'card' | 'form';
  /**
   * Names in its query whose values are secret, and who still needs them once they are out of the URL: the service,
   * to answer a reload, the page's own script, or nobody.
   */
  readonly secrets?: Readonly<Record<string, 'service' | 'script' | 'nobody'>>;
}

/**
 * Every page that has a layout of its own in src/pages, in the order in which lists of them stand. A file of
 * content/towns is a page too, and so is one of content/pages that is not named here: a simple page, which is for
 * everybody and has nobody else on it.
 */
export const PAGES = {
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
  'branch-box-checkout': { path: '/branch-box-checkout', visibility: 'private', payments: 'card' },
  'nordmann-foliage-payment': {
    path: '/nordmann-foliage-payment',
    visibility: 'private',
    payments: 'card',
    secrets: { payment_intent_client_secret: 'script' },
  },
  success: { path: '/success', visibility: 'private' },
  privacy: { path: '/privacy' },
  'admin/orders': { path: '/admin/orders', visibility: 'private' },
  'admin/packing': { path: '/admin/packing', visibility: 'private', behindSignIn: true },
  'admin/messages': { path: '/admin/messages', visibility: 'private', behindSignIn: true },
  'admin/mails': { path: '/admin/mails', visibility: 'private', behindSignIn: true },
  'admin/people': { path: '/admin/people', visibility: 'private', behindSignIn: true },
  'admin/account': { path: '/admin/account', visibility: 'private', behindSignIn: true },
  'admin/join': { path: '/admin/join', visibility: 'private' },
  'admin/sign-in': { path: '/admin/sign-in', visibility: 'private' },
  offline: { path: '/offline', visibility: 'unlisted' },
  // Also at a secret's URL that was copied wrongly.
  '404': {
    path: '/404',
    visibility: 'unlisted',
    secrets: { key: 'nobody', session_id: 'nobody', payment_intent_client_secret: 'nobody' },
  },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof PAGES;
export type PagePath = (typeof PAGES)[PageId]['path'];

const pages: readonly Page[] = Object.values(PAGES);

/** The path of the page that a file of content/pages makes. */
export function pagePath(id: string): string {
  return isPageId(id) ? PAGES[id].path : `/${id}`;
}

/** Whether a page of content/pages has a layout of its own. */
export function isPageId(id: string): id is PageId {
  return Object.hasOwn(PAGES, id);
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

/** Another company's widget, in a page of its own, which other pages show in a frame. */
export const TICKETS_EMBED = '/embed/tickets';

/** Paths beneath which everything is private, the service's included. */
const PRIVATE_FOLDERS = ['/admin', '/api', '/create-payment-intent', '/embed', '/payment-sandbox'];
/** What the service and the build answer for themselves. */
const TAKEN_FOLDERS = [...PRIVATE_FOLDERS, '/healthz', '/icons', '/metrics', '/readyz', '/share'];

/** What is never kept and never fetched ahead, with everything beneath it. */
export const PRIVATE_PATHS: readonly string[] = [
  ...PRIVATE_FOLDERS,
  ...pages.flatMap(({ path, visibility }) =>
    visibility === 'private' && !isBeneath(path, PRIVATE_FOLDERS) ? path : [],
  ),
].sort();

/** The pages that the service shows only to who has signed in. */
export const SIGNED_IN_PATHS: readonly string[] = pages.flatMap(({ path, behindSignIn }) =>
  behindSignIn ? path : [],
);

/** Where payments begin. */
export const PAYMENT_PATHS: readonly string[] = pages.flatMap(({ path, payments }) =>
  payments === undefined ? [] : path,
);

/** Whether search engines may have the page of this path: it is then in the sitemap. */
export function isListed(path: string): boolean {
  return findPage(path)?.visibility === undefined && !isBeneath(path, PRIVATE_FOLDERS);
}

/** Whether a simple page can have this path: no page, town or answer of the service has it. */
export function isFreePath(path: string): boolean {
  return findPage(path) === undefined && !isTownPath(path) && !isBeneath(path, TAKEN_FOLDERS);
}

/** Whether another company may be on the page of this path. */
export function allowsThirdParties(path: string): boolean {
  return isTownPath(path) || findPage(path)?.thirdParties === true;
}

/** @returns undefined for a page whose URL never holds a secret */
export function findSecrets(path: string): Page['secrets'] {
  return findPage(path)?.secrets;
}

/** @returns undefined for a page on which nothing is paid for */
export function findPayments(path: string): Page['payments'] {
  return findPage(path)?.payments;
}

function findPage(path: string): Page | undefined {
  return pages.find((page) => page.path === path);
}

function isBeneath(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
