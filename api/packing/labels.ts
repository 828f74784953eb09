import { type Html, html } from '#forms/html.ts';
import { fitAddress } from './address.ts';
import { LABEL_SHEETS, type LabelSheet } from './label-sheets.ts';
import type { Parcel } from './sort-for-packing.ts';

/** Address labels, one a parcel. @param skip how many labels of the first sheet have gone already */
export function renderLabels(parcels: readonly Parcel[], sheet: LabelSheet, skip: number): Html {
  const perSheet = LABEL_SHEETS[sheet].labels;
  const places = [...Array<null>(skip).fill(null), ...parcels];
  const sheets = Array.from({ length: Math.ceil(places.length / perSheet) }, (_, index) =>
    places.slice(index * perSheet, (index + 1) * perSheet),
  );
  return html`<div class="sheets">${sheets.map(
    (labels) =>
      html`<ol class="label-sheet sheet-${sheet} plain">${labels.map((parcel) => renderLabel(parcel, sheet))}</ol>`,
  )}</div>`;
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
