import type { Silhouette } from '#domain/content/trees.ts';

/** An adult of 5 ft 7 in, hat included, with a hand held out to a front door of 6 ft 6 in, the usual height. */
export const YARDSTICK: Silhouette & { readonly feet: number } = {
  feet: 6.5,
  viewBox: '0 0 77 100',
  path: 'M14 16h9v9l7 4 6 12-4 2-6-7 3 64h-6l-2-30-3 30h-6l1-48-3 12-4-1 3-19 5-4zM38 0h39v100h-5V5H43v95h-5zm8 8h23v92H46z',
};
