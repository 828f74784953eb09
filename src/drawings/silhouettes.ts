import type { TreeType } from '#domain/content/trees.ts';

/** One shape of one ink, as high as its box: what stands in a height chart. */
export interface Silhouette {
  /** `x y width height`, drawn close around the shape. */
  readonly viewBox: string;
  readonly path: string;
}

/** The outlines of the trees as their drawings have them, so that a chart and a picture show the same tree. */
export const TREE_SILHOUETTES: Partial<Record<TreeType, Silhouette>> = {
  nordmann_fir: {
    viewBox: '64 58 271 366',
    path: 'm200 58 30 52-5-10 22 45-10-11 21 45-11-11 24 46-13-12 30 46-20-13 33 48-23-14 28 49-18-15 29 49-19-15 37 50-27-17H213v50h-26v-50H92l-28 17 38-50-30 15 40-49-20 15 30-49-18 14 28-48-16 13 26-46-12 12 23-46-11 11 21-45-9 11 21-45-7 10z',
  },
  norway_spruce: {
    viewBox: '129 46 142 350',
    path: 'm200 46 11 62-2-20 9 50-4-21 10 52-5-23 9 53-4-25 13 56-8-27 11 57-6-29 13 60-8-31 15 61-10-32 18 63-12-35 21 65-16-36h-43v50h-22v-50h-45l-16 36 21-65-11 35 17-63-9 32 14-61-9 31 14-60-10 29 15-57-5 27 10-56-7 25 12-53-4 23 9-52-3 21 8-50-2 20z',
  },
  fraser_fir: {
    viewBox: '114 60 172 364',
    path: 'm200 60 16 26 9-11-7 29 2-22 2 39 13-11-10 30 3-24-1 40 16-12-12 33 3-26-2 40 19-13-15 36 5-29-4 41 22-14-17 39 5-31-5 41 24-15-19 42 5-34-6 42 27-15-21 44 6-36-8 42 29-16-22 47 6-39-9 43 32-17-25 50 7-41-52 52h-6v14h-20v-14h-6l-52-52 7 41-25-48 32 15-9-43 6 39-22-45 29 14-8-42 6 36-21-42 27 13-6-42 5 34-19-40 24 13-5-41 5 31-17-37 22 12-4-41 5 29-15-34 19 11-2-40 3 26-12-31 16 10-1-40 3 24-10-28 13 9 2-39 2 22-7-27 9 9z',
  },
};

/** A grown-up of 5 ft 7 in, hat included, with a hand held out to the trees. */
export const PERSON: Silhouette & { readonly feet: number } = {
  feet: 5.6,
  viewBox: '0 0 44 112',
  path: 'M17 3h10l2 8h3v3H12v-3h3zm-3 12h16q1 11-6 13v3l8 4 10 15-5 4-7-9 3 25h-4l1 38h-9l-2-34-3 34h-9l1-38H6l2-25-3 16-5-1 3-21q1-6 7-7l6-2v-3q-4-3-2-12',
};

/** A front door of 6 ft 6 in, as most houses have. */
export const DOOR: Silhouette & { readonly feet: number } = {
  feet: 6.5,
  viewBox: '0 0 50 130',
  path: 'M0 0h50v130h-6V6H6v124H0zM10 10h30v120H10zm5 6v42h20V16zm0 50v44h20V66zm20 6h3v8h-3z',
};

/** Width and height in whole pixels, true to scale, of a shape that stands so many pixels high. */
export function measureSilhouette(
  { viewBox }: Silhouette,
  pixels: number,
): { width: number; height: number } {
  const [, , width = 1, height = 1] = viewBox.split(' ').map(Number);
  return { width: Math.round((pixels * width) / height), height: Math.round(pixels) };
}
