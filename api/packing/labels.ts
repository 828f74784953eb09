import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Html, html } from '#forms/html.ts';
import type { Parcel } from './sort-for-packing.ts';
import { fitAddress, type TextBox } from './text-size.ts';

/** Address labels, one per parcel. @param skip how many labels of the first sheet are used already */
export async function renderLabels(
  parcels: readonly Parcel[],
  sheet: LabelSheet,
  skip: number,
): Promise<Html> {
  const perSheet = LABEL_SHEETS[sheet].labels;
  const cells = [...Array<null>(skip).fill(null), ...parcels];
  const sheets: Html[] = [];
  for (let first = 0; first < cells.length; first += perSheet) {
    const labels = cells.slice(first, first + perSheet);
    sheets.push(
      html`<div class="sheet"><ol class="label-sheet sheet-${sheet} plain">${labels.map((parcel) => renderLabel(parcel, sheet))}</ol></div>`,
    );
    // A week's addresses are measured in many sizes, and others are answered between the sheets.
    await nextTurn();
  }
  return html`<div class="sheets">${sheets}</div>`;
}

function renderLabel(parcel: Parcel | null, sheet: LabelSheet): Html {
  if (parcel === null) return html`<li class="label used">Used</li>`;
  const { order, box, boxes } = parcel;
  const { lines, size } = fitAddress(order, LABEL_SHEETS[sheet].text);
  return html`<li class="label">
<p class="label-lines text-${size}">${lines.map((line) => html`<span>${line}</span>`)}</p>
<p class="label-postcode">${order.shippingPostcode}</p>
<p class="label-foot"><span>${order.orderNumber}</span> <span>Box ${box} of ${boxes}</span></p>
</li>`;
}

/** Sheets of address labels on A4, by the number of labels. Their measurements are in src/styles/packing.css. */
export const LABEL_SHEETS = {
  21: {
    name: '21 labels, 63.5 × 38.1 mm',
    labels: 21,
    text: { widthMm: 57, heightMm: 24, sizes: [11, 10, 9, 8, 7, 6, 5] },
  },
  8: {
    name: '8 labels, 99.1 × 67.7 mm',
    labels: 8,
    text: { widthMm: 88, heightMm: 44, sizes: [16, 14, 12, 11, 10, 9, 8, 7, 6] },
  },
} as const satisfies Record<string, { name: string; labels: number; text: TextBox }>;

export type LabelSheet = keyof typeof LABEL_SHEETS;
