import type { PagePath } from '#domain/pages.ts';

/** Where the farm takes orders by telephone. Apart from its form, which the list of orders does not need. */
export const TELEPHONE_PATH = '/admin/telephone' satisfies PagePath;
