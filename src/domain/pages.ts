/**
 * Every page of the route table (section 2) but the town pages, which content/towns brings: its address,
 * and the sections that its file in content/pages must have.
 */
export const PAGES = {
  index: {
    path: '/',
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
    sections: ['story', 'special', 'growing', 'visit', 'contact', 'closing'],
  },
  'tree-varieties': { path: '/tree-varieties', sections: ['varieties', 'care-tips', 'closing'] },
  'tree-stands': { path: '/tree-stands', sections: ['stands', 'choosing', 'closing'] },
  visit: {
    path: '/visit',
    sections: ['location', 'parking', 'opening', 'planning', 'guide', 'map', 'faq', 'closing'],
  },
  'contact-us': { path: '/contact-us', sections: ['location', 'phone-email', 'opening', 'form'] },
  'contact-us/thank-you': { path: '/contact-us/thank-you', sections: [] },
  wholesale: {
    path: '/wholesale',
    sections: ['stats', 'benefits', 'prices', 'services', 'contact'],
  },
  faq: { path: '/faq', sections: ['questions', 'still-have-questions'] },
  'book-now': {
    path: '/book-now',
    sections: ['no-booking', 'opening', 'find-us', 'prices', 'transport', 'closing'],
  },
  'seo-monitor': {
    path: '/seo-monitor',
    sections: ['samples', 'build', 'redirects', 'weights', 'tools'],
  },
  prices: { path: '/prices', sections: ['prices', 'services', 'stock', 'payment', 'closing'] },
  'care-guide': {
    path: '/care-guide',
    sections: ['supplies', 'steps', 'troubleshooting', 'life', 'closing'],
  },
  directions: {
    path: '/directions',
    sections: ['motorway', 'towns', 'landmarks', 'parking', 'maps', 'checklist'],
  },
  'nordmann-branches': {
    path: '/nordmann-branches',
    sections: ['box', 'uses', 'delivery', 'order', 'terms'],
  },
  'nordmann-branches/thank-you': { path: '/nordmann-branches/thank-you', sections: [] },
  order: { path: '/order', sections: [] },
  'branch-box-checkout': { path: '/branch-box-checkout', sections: ['without-script'] },
  'nordmann-foliage-payment': {
    path: '/nordmann-foliage-payment',
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
  '404': { path: '/404', sections: ['next'] },
} as const satisfies Record<string, { path: string; sections: readonly string[] }>;

export type PageId = keyof typeof PAGES;
export type SectionId<Id extends PageId> = (typeof PAGES)[Id]['sections'][number];

/** The sections that every file in content/towns must have; its page shows them in the file's own order. */
export const TOWN_SECTIONS = ['trees', 'opening', 'finding-us', 'why-us', 'faq', 'links'] as const;

/** The address of a town's page: `/christmas-trees-taunton`. */
export function townPath(townId: string): string {
  return `/christmas-trees-${townId}`;
}
