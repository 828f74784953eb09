/** A link of the header or the footer. */
export interface NavigationLink {
  readonly label: string;
  readonly href: string;
}

/** Where a page's file can ask for a link to it. */
export const NAVIGATION_PLACES = ['menu', 'footer'] as const;
export type NavigationPlace = (typeof NAVIGATION_PLACES)[number];

const home = { label: 'Home', href: '/' };
const about = { label: 'About', href: '/about-us' };
const varieties = { label: 'Tree Varieties', href: '/tree-varieties' };
const prices = { label: 'Prices', href: '/prices' };
const wholesale = { label: 'Wholesale', href: '/wholesale' };
const faq = { label: 'FAQ', href: '/faq' };
const contact = { label: 'Contact Us', href: '/contact-us' };

// The links that every site has (section 2); and the prices, which most people come for.
export const HEADER_LINKS: readonly NavigationLink[] = [home, about, varieties, prices];
export const MORE_LINKS: readonly NavigationLink[] = [
  { label: 'Visit', href: '/visit' },
  wholesale,
  faq,
  contact,
];
export const MOBILE_LINKS: readonly NavigationLink[] = [wholesale, faq, contact];
// The footer has each of its links once. Section 2 lists some twice, as quick links and for search engines.
export const ARRIVAL_LINKS: readonly NavigationLink[] = [
  prices,
  { label: 'Opening times', href: '/visit' },
  { label: 'Directions', href: '/directions' },
];
export const QUICK_LINKS: readonly NavigationLink[] = [
  home,
  varieties,
  { label: 'Pick Your Own', href: '/pick-your-own' },
  wholesale,
  faq,
  contact,
];
export const FIND_OUT_LINKS: readonly NavigationLink[] = [
  { label: 'Care guide', href: '/care-guide' },
  { label: 'Privacy', href: '/privacy' },
];
export const BOOK_LINK: NavigationLink = { label: 'BOOK', href: '/book-now' };

const ALWAYS: Readonly<Record<NavigationPlace, readonly NavigationLink[]>> = {
  menu: [...HEADER_LINKS, ...MORE_LINKS, ...MOBILE_LINKS],
  footer: [...ARRIVAL_LINKS, ...QUICK_LINKS, ...FIND_OUT_LINKS, BOOK_LINK],
};

/** Whether the menu or the footer has a link to this path without being asked. */
export function isAlwaysIn(place: NavigationPlace, path: string): boolean {
  return ALWAYS[place].some(({ href }) => href === path);
}
