import type { Silhouette } from '#domain/content/trees.ts';

/** An adult of 5 ft 7 in, hat included, with a hand held out to the trees. */
export const PERSON: Silhouette & { readonly feet: number } = {
  feet: 5.6,
  viewBox: '0 0 44 112',
  path: 'M17 3h10l2 8h3v3H12v-3h3zm-3 12h16q1 11-6 13v3l8 4 10 15-5 4-7-9 3 25h-4l1 38h-9l-2-34-3 34h-9l1-38H6l2-25-3 16-5-1 3-21q1-6 7-7l6-2v-3q-4-3-2-12',
};

/** A front door of 6 ft 6 in, the usual height. */
export const DOOR: Silhouette & { readonly feet: number } = {
  feet: 6.5,
  viewBox: '0 0 50 130',
  path: 'M0 0h50v130h-6V6H6v124H0zM10 10h30v120H10zm5 6v42h20V16zm0 50v44h20V66zm20 6h3v8h-3z',
};

/** Width and height in whole pixels, to scale, for a shape of this height in pixels. */
export function measureSilhouette(
  { viewBox }: Silhouette,
  pixels: number,
): { width: number; height: number } {
  const [, , width = 1, height = 1] = viewBox.split(' ').map(Number);
  return { width: Math.round((pixels * width) / height), height: Math.round(pixels) };
}
