import type { Silhouette } from '#domain/content/trees.ts';

/** An adult of 5 ft 7 in, hat included, with a hand held out to a front door of 6 ft 6 in, the usual height. */
export const YARDSTICK: Silhouette & { readonly feet: number } = {
  feet: 6.5,
  viewBox: '0 0 100 130',
  path: 'M17 21h10l2 8h3v3H12v-3h3zm-3 12h16q1 11-6 13v3l8 4 10 15-5 4-7-9 4 67h-9l-3-34-3 34h-9l2-63-3 16-5-1 3-21q1-6 7-7l6-2v-3q-4-3-2-12M50 0h50v130h-6V6H56v124h-6zm10 10h30v120H60z',
};
