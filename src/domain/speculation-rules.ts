import { PAYMENT_PATHS, PRIVATE_PATHS } from './pages.ts';

/** Excludes private pages, the shop, URLs with a query, and anything that is not a page. */
const EXCLUDED = [
  ...PRIVATE_PATHS.flatMap((path) => [path, `${path}/*`]),
  ...PAYMENT_PATHS.filter((path) => !PRIVATE_PATHS.includes(path)),
  // Not `*`, which would also match a URL without a query.
  '/*\\?(.+)',
  '/*.*',
];

/**
 * The text of a `speculationrules` script. It makes the browser prerender the next content page while the mouse is over
 * its link or a finger is on it. All pages share it, so that the security policy needs one hash. The build inlines it
 * into the script that uses it, so that the browser does not load the table of pages.
 */
export const SPECULATION_RULES: string = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: EXCLUDED } }] },
      eagerness: 'moderate',
    },
  ],
});
