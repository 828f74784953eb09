/** Where each page's menu has the count of orders that need a look. On the list of orders, the list inserts it. */
export const NEEDS_LOOK_SLOT = {
  id: 'needs-look',
  start: '<!--needs-look-->',
  end: '<!--/needs-look-->',
} as const;

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
