/** What is said of a page in one place, for the build, the pages and the service's headers. */
interface Page {
  readonly path: string;
  /** What its file in content/pages must have. */
  readonly sections: readonly string[];
  /**
   * Whether another company may be on it, with its statistics or an embed. Never where somebody orders, pays, writes to
   * us or sees an order, and not on a page that is shown at any address.
   */
  readonly thirdParties?: true;
  /**
   * Names in its query whose values are secret, and who still needs them once they are out of the address: the service,
   * to answer a reload, the page's own script, or nobody.
   */
  readonly secrets?: Readonly<Record<string, 'service' | 'script' | 'nobody'>>;
  /** How payments begin on it: by card, or by a form that leads to the provider's own page. */
  readonly payments?: 'card' | 'form';
}

/** Every page of the route table (section 2) but the town pages, which content/towns brings. */
export const PAGES = {
  index: {
    path: '/',
    thirdParties: true,
    sections: [
      'pick-your-own-card',
      'welcome',
      'about',
      'wholesale',
      'tree-types',
      'potted-trees-stands',
      'potted-tree',
      'why-choose',
      'pick-your-own',
      'pre-cut',
      'services',
      'testimonials',
      'merry-elves',
      'plan-your-visit',
      'closing',
    ],
  },
  'pick-your-own': {
    path: '/pick-your-own',
    thirdParties: true,
    sections: [
      'experience',
      'how-it-works',
      'gallery',
      'opening-dates',
      'opening-times',
      'farm-animals',
      'activities',
      'prices',
      'faq',
      'tickets',
      'closing',
    ],
  },
  'about-us': {
    path: '/about-us',
    thirdParties: true,
    sections: ['story', 'special', 'growing', 'visit', 'contact', 'closing'],
  },
  'tree-varieties': {
    path: '/tree-varieties',
    thirdParties: true,
    sections: ['varieties', 'care-tips', 'closing'],
  },
  'tree-stands': { path: '/tree-stands', thirdParties: true, sections: ['stands', 'choosing', 'closing'] },
  visit: {
    path: '/visit',
    thirdParties: true,
    sections: ['location', 'parking', 'opening', 'planning', 'guide', 'map', 'faq', 'closing'],
  },
  'contact-us': { path: '/contact-us', sections: ['location', 'phone-email', 'opening', 'form'] },
  'contact-us/thank-you': { path: '/contact-us/thank-you', sections: [] },
  wholesale: {
    path: '/wholesale',
    thirdParties: true,
    sections: ['stats', 'benefits', 'prices', 'services', 'contact'],
  },
  faq: { path: '/faq', thirdParties: true, sections: ['questions', 'still-have-questions'] },
  'book-now': {
    path: '/book-now',
    thirdParties: true,
    sections: ['no-booking', 'opening', 'find-us', 'prices', 'transport', 'closing'],
  },
  'seo-monitor': {
    path: '/seo-monitor',
    sections: ['samples', 'build', 'redirects', 'weights', 'tools'],
  },
  prices: {
    path: '/prices',
    thirdParties: true,
    sections: ['prices', 'services', 'stock', 'payment', 'closing'],
  },
  'care-guide': {
    path: '/care-guide',
    thirdParties: true,
    sections: ['supplies', 'steps', 'troubleshooting', 'life', 'closing'],
  },
  directions: {
    path: '/directions',
    thirdParties: true,
    sections: ['motorway', 'towns', 'landmarks', 'parking', 'maps', 'checklist'],
  },
  'nordmann-branches': {
    path: '/nordmann-branches',
    secrets: { payment_intent_client_secret: 'nobody' },
    payments: 'form',
    sections: ['box', 'uses', 'delivery', 'order', 'terms'],
  },
  'nordmann-branches/thank-you': {
    path: '/nordmann-branches/thank-you',
    secrets: { session_id: 'service' },
    sections: [],
  },
  order: { path: '/order', secrets: { key: 'service' }, sections: [] },
  'branch-box-checkout': { path: '/branch-box-checkout', payments: 'card', sections: ['without-script'] },
  'nordmann-foliage-payment': {
    path: '/nordmann-foliage-payment',
    secrets: { payment_intent_client_secret: 'script' },
    payments: 'card',
    sections: ['order', 'without-script', 'by-phone'],
  },
  success: { path: '/success', sections: [] },
  privacy: {
    path: '/privacy',
    sections: ['counting', 'choice', 'messages', 'orders', 'browser', 'rights'],
  },
  'admin/orders': { path: '/admin/orders', sections: ['delivery'] },
  'admin/packing': { path: '/admin/packing', sections: [] },
  'admin/messages': { path: '/admin/messages', sections: [] },
  'admin/mails': { path: '/admin/mails', sections: [] },
  'admin/people': { path: '/admin/people', sections: [] },
  'admin/account': { path: '/admin/account', sections: [] },
  'admin/join': { path: '/admin/join', sections: [] },
  'admin/sign-in': { path: '/admin/sign-in', sections: [] },
  offline: { path: '/offline', sections: ['kept'] },
  // Also at a secret's address that was copied wrongly.
  '404': {
    path: '/404',
    secrets: { key: 'nobody', session_id: 'nobody', payment_intent_client_secret: 'nobody' },
    sections: ['next'],
  },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof PAGES;
export type SectionId<Id extends PageId> = (typeof PAGES)[Id]['sections'][number];

/** The sections that every file in content/towns must have; its page shows them in the file's own order. */
export const TOWN_SECTIONS = ['trees', 'opening', 'finding-us', 'why-us', 'faq', 'links'] as const;

const TOWN_PREFIX = '/christmas-trees-';

/** The address of a town's page: `/christmas-trees-taunton`. */
export function townPath(townId: string): string {
  return `${TOWN_PREFIX}${townId}`;
}

/** Another company's widget, in a page of its own, which other pages show in a frame. */
export const TICKETS_EMBED = '/embed/tickets';

const pages: readonly Page[] = Object.values(PAGES);

/** Whether another company may be on the page of this address. An address that is not in the table is none. */
export function allowsThirdParties(path: string): boolean {
  return path.startsWith(TOWN_PREFIX) || findPage(path)?.thirdParties === true;
}

/** @returns undefined for a page whose address never holds a secret */
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
