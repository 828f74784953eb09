/** Links of the header and the footer (section 2). */
export interface NavigationLink {
  readonly label: string;
  readonly href: string;
}

const home = { label: 'Home', href: '/' };
const about = { label: 'About', href: '/about-us' };
const varieties = { label: 'Tree Varieties', href: '/tree-varieties' };
const wholesale = { label: 'Wholesale', href: '/wholesale' };
const faq = { label: 'FAQ', href: '/faq' };
const contact = { label: 'Contact Us', href: '/contact-us' };

export const HEADER_LINKS: readonly NavigationLink[] = [home, about, varieties];
export const MORE_LINKS: readonly NavigationLink[] = [
  { label: 'Visit', href: '/visit' },
  wholesale,
  faq,
  contact,
];
export const MOBILE_LINKS: readonly NavigationLink[] = [wholesale, faq, contact];
export const QUICK_LINKS: readonly NavigationLink[] = [
  home,
  varieties,
  { label: 'Pick Your Own', href: '/pick-your-own' },
  wholesale,
  faq,
  contact,
];
export const SEARCH_LINKS: readonly NavigationLink[] = [
  { label: 'Prices', href: '/prices' },
  faq,
  { label: 'Care guide', href: '/care-guide' },
  { label: 'Directions', href: '/directions' },
  wholesale,
];
