import { PAYMENT_PATHS, PRIVATE_PATHS } from './pages.ts';

/** Neither what is private, nor the shop, nor anything with a query, nor what is no page. */
const EXCLUDED = [
  ...PRIVATE_PATHS.flatMap((path) => [path, `${path}/*`]),
  ...PAYMENT_PATHS.filter((path) => !PRIVATE_PATHS.includes(path)),
  // Not `*`, which an address without a query matches too.
  '/*\\?(.+)',
  '/*.*',
];

/**
 * Has the browser prepare the next content page while the mouse rests on its link or a finger is on it: the text of a
 * `speculationrules` script. One text for all pages, so that one hash in their security policy allows it; written into
 * the script that uses it when the site is built, so that the table of pages does not come with it.
 */
export const SPECULATION_RULES: string = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: EXCLUDED } }] },
      eagerness: 'moderate',
    },
  ],
});
