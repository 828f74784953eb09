/** What the menu of the farm's own pages counts. */
export interface MenuCounts {
  /** Orders that need a look. */
  readonly needsLook: number;
  /** Messages that nobody has read or answered. */
  readonly newMessages: number;
  /** E-mails that were given up and have not been sent again. */
  readonly failedMails: number;
}

/** One of the farm's own pages. */
export interface OfficePage {
  readonly path: string;
  /** The service redirects people to the sign-in unless they are signed in. */
  readonly behindSignIn?: true;
  /** Its name in the menu. Those before the sign-in have none. */
  readonly label?: string;
  readonly heading: string;
  /** One sentence below the heading. */
  readonly text?: string;
  /** Stands in the bar of a narrow screen, where the others are one tap away. */
  readonly isInBar?: true;
  /** Whether packers see it in the menu. What they may call is in `api/admin/require-admin.ts`. */
  readonly isForPackers?: true;
  readonly count?: keyof MenuCounts;
  readonly camera?: true;
}

/**
 * The farm's own pages, in the order of the menu. All but the list of orders and scanning, which have scripts of their
 * own, are `src/pages/admin/office.astro`, filled by their route.
 */
export const OFFICE_PAGES = {
  admin: {
    path: '/admin',
    behindSignIn: true,
    label: 'Today',
    heading: 'Today on the farm',
    isInBar: true,
    isForPackers: true,
  },
  'admin/orders': {
    path: '/admin/orders',
    behindSignIn: true,
    label: 'Orders',
    heading: 'Branch box orders',
    isInBar: true,
    isForPackers: true,
    count: 'needsLook',
  },
  'admin/packing': {
    path: '/admin/packing',
    behindSignIn: true,
    label: 'Packing',
    heading: 'Packing',
    isInBar: true,
    isForPackers: true,
  },
  'admin/packing/scan': {
    path: '/admin/packing/scan',
    camera: true,
    label: 'Scan',
    heading: 'Scan to send',
    isForPackers: true,
  },
  'admin/telephone': {
    path: '/admin/telephone',
    behindSignIn: true,
    label: 'Telephone',
    heading: 'By telephone',
    text: 'Take an order on the phone, and see what’s still to be paid.',
  },
  'admin/messages': {
    path: '/admin/messages',
    behindSignIn: true,
    label: 'Messages',
    heading: 'Messages',
    text: 'What people have sent us through the contact form.',
    isForPackers: true,
    count: 'newMessages',
  },
  'admin/mails': {
    path: '/admin/mails',
    behindSignIn: true,
    label: 'E-mails',
    heading: 'E-mails',
    text: 'What couldn’t be sent and why, and what’s still waiting. Everything a buyer was told is on their order.',
    count: 'failedMails',
  },
  'admin/content': {
    path: '/admin/content',
    behindSignIn: true,
    label: 'Content',
    heading: 'Content',
  },
  'admin/visits': {
    path: '/admin/visits',
    behindSignIn: true,
    label: 'Visits',
    heading: 'Visits',
    text: 'How often each page was looked at. The site counts by itself, and can’t tell one visitor from another.',
  },
  'admin/people': {
    path: '/admin/people',
    behindSignIn: true,
    label: 'People',
    heading: 'People',
    text: 'Who signs in for the farm, and what they may do.',
  },
  'admin/account': {
    path: '/admin/account',
    behindSignIn: true,
    label: 'My account',
    heading: 'My account',
    text: 'How you sign in, and where.',
    isForPackers: true,
  },
  'admin/join': {
    path: '/admin/join',
    heading: 'Join the farm',
    text: 'You’ve been asked to help with the shop’s orders.',
  },
  'admin/sign-in': {
    path: '/admin/sign-in',
    heading: 'Sign in',
    text: 'For people who work at the farm.',
  },
} as const satisfies Record<string, OfficePage>;

export type OfficePageId = keyof typeof OFFICE_PAGES;

/** The page of one order. @param orderNumber `BB-7F3M-2Q9` */
export function pathOfOrder(orderNumber: string): string {
  return `${OFFICE_PAGES['admin/orders'].path}/${orderNumber}`;
}

/** In the URL of the list of orders, where a pile of parcels is entered. */
export const TRACKING_FOLD = 'tracking';

/** The page of what is sold of a week. @param week its Monday */
export function pathOfWeek(week: string): string {
  return `${OFFICE_PAGES['admin/orders'].path}/weeks/${week}`;
}

/** The page that the service fills for each of them, and where. */
export const OFFICE_SHELL = '/admin/office';
/** In its title, before the farm's name. */
export const OFFICE_TITLE = 'Farm office';
export const OFFICE_MENU_SLOT = { start: '<!--menu-->', end: '<!--/menu-->' } as const;
/** Holds the form of signing in on the list of orders, for its script. */
export const SIGN_IN_TEMPLATE = 'sign-in-again';
export const OFFICE_SLOT = { start: '<!--office-->', end: '<!--/office-->' } as const;
