import type { TextBox } from './text-size.ts';

/** Sheets of address labels on A4, by the number of labels. Their measures stand in src/styles/packing-labels.css. */
export const LABEL_SHEETS = {
  21: {
    name: '21 labels a sheet, 63.5 × 38.1 mm',
    labels: 21,
    text: { widthMm: 57, heightMm: 24, sizes: [11, 10, 9, 8, 7, 6, 5] },
  },
  8: {
    name: '8 labels a sheet, 99.1 × 67.7 mm',
    labels: 8,
    text: { widthMm: 88, heightMm: 44, sizes: [16, 14, 12, 11, 10, 9, 8, 7, 6] },
  },
} as const satisfies Record<string, { name: string; labels: number; text: TextBox }>;

export type LabelSheet = keyof typeof LABEL_SHEETS;
