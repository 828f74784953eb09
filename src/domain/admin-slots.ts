/** What the menu of the farm's own pages counts. */
export interface MenuCounts {
  /** Orders that need a look. */
  readonly needsLook: number;
  /** E-mails that were given up and have not been sent again. */
  readonly failedMails: number;
}

/**
 * Where the menu has each count, and what a screen reader says after the number. The service replaces the mark; the list
 * of orders, which the service does not fill, inserts the counts by their ids.
 */
export const MENU_COUNTS: Readonly<
  Record<keyof MenuCounts, { readonly id: string; readonly mark: string; readonly words: string }>
> = {
  needsLook: { id: 'needs-look', mark: '<!--needs-look-->', words: 'need a look' },
  failedMails: { id: 'failed-mails', mark: '<!--failed-mails-->', words: 'failed' },
};

/** Where the list of orders inserts its button to sign out. */
export const SIGN_OUT_ID = 'sign-out';

/** Where the service inserts contact messages into the built page `/admin/messages`. */
export const MESSAGES_SLOT = { start: '<!--messages-->', end: '<!--/messages-->' } as const;

/** Where the service inserts the outbox into the built page `/admin/mails`. */
export const MAILS_SLOT = { start: '<!--mails-->', end: '<!--/mails-->' } as const;

/** Where the service inserts orders by telephone into the built page `/admin/telephone`. */
export const TELEPHONE_SLOT = { start: '<!--telephone-->', end: '<!--/telephone-->' } as const;

/**
 * Where the service inserts content into the built pages `/admin/people`, `/admin/account`, `/admin/join` and
 * `/admin/sign-in`.
 */
export const PEOPLE_SLOT = { start: '<!--people-->', end: '<!--/people-->' } as const;

/** Where the service inserts the farm's front door into `/admin`, and the editor of the content into `/admin/content`. */
export const CONTENT_SLOT = { start: '<!--content-->', end: '<!--/content-->' } as const;

/** Where the service inserts a week's print documents into the built page `/admin/packing`. */
export const PACKING_SLOT = { start: '<!--packing-->', end: '<!--/packing-->' } as const;
