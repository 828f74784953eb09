import type { PageId } from '#domain/pages.ts';

/** The sections that a page with its own layout must have in its content file. */
export const PAGE_SECTIONS = {
  index: [
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
  'pick-your-own': [
    'experience',
    'how-it-works',
    'gallery',
    'opening-times',
    'farm-animals',
    'activities',
    'prices',
    'faq',
    'tickets',
    'closing',
  ],
  'about-us': ['story', 'special', 'growing', 'visit', 'contact', 'closing'],
  'tree-varieties': ['varieties', 'care-tips', 'closing'],
  'tree-stands': ['stands', 'choosing', 'closing'],
  visit: ['location', 'parking', 'opening', 'planning', 'guide', 'map', 'faq', 'closing'],
  'contact-us': ['location', 'phone-email', 'opening', 'form'],
  'contact-us/thank-you': [],
  wholesale: ['stats', 'benefits', 'prices', 'services', 'contact'],
  faq: ['questions', 'still-have-questions'],
  'book-now': ['no-booking', 'opening', 'find-us', 'prices', 'transport', 'closing'],
  'seo-monitor': ['samples', 'build', 'redirects', 'weights', 'tools'],
  prices: ['prices', 'services', 'stock', 'payment', 'closing'],
  'care-guide': ['supplies', 'steps', 'troubleshooting', 'life', 'closing'],
  directions: ['motorway', 'towns', 'landmarks', 'parking', 'maps', 'checklist'],
  'nordmann-branches': ['box', 'uses', 'delivery', 'order', 'terms'],
  'nordmann-branches/thank-you': [],
  order: [],
  pay: [],
  'branch-box-checkout': ['without-script'],
  'nordmann-foliage-payment': ['order', 'without-script', 'by-phone'],
  success: [],
  privacy: ['counting', 'choice', 'messages', 'orders', 'browser', 'rights'],
  offline: ['kept'],
  '404': ['next'],
} as const satisfies Record<PageId, readonly string[]>;

/** Sections that the component `Section` does not show. */
export const WITHOUT_PICTURE: Readonly<Record<string, readonly string[]>> = {
  index: ['pick-your-own-card', 'potted-tree'],
  faq: ['questions'],
  'contact-us': ['location', 'phone-email', 'opening'],
  'seo-monitor': PAGE_SECTIONS['seo-monitor'],
};

/** Sections that have another anchor on their page than their name, or none. */
const OTHER_ANCHORS: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  index: { 'potted-tree': undefined },
  // Its first view has no byte left.
  'pick-your-own': { experience: undefined, 'how-it-works': undefined, gallery: undefined },
  wholesale: { prices: 'pricing' },
  'contact-us': { form: 'message' },
};

/** The anchor of a section on its page. The last words of a page have none: nobody is sent there. */
export function sectionAnchor(page: string, section: string): string | undefined {
  if (section === 'closing') return undefined;
  const others = OTHER_ANCHORS[page] ?? {};
  return Object.hasOwn(others, section) ? others[section] : section;
}

export type SectionId<Id extends PageId> = (typeof PAGE_SECTIONS)[Id][number];

/** The sections that a file in content/towns can have. The page shows them in the order of the file. */
export const TOWN_SECTIONS = ['trees', 'opening', 'finding-us', 'why-us', 'faq', 'links'] as const;
