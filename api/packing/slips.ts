import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encode } from 'uqr';
import { countBoxes } from '#domain/orders/describe-order.ts';
import { listAddress, listOnSlip } from '#domain/orders/order-fields.ts';
import { formatSlipCode } from '#domain/orders/scans.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { type Html, html } from '#forms/html.ts';
import type { Order } from '../orders/orders-repository.ts';
import type { Parcel } from './sort-for-packing.ts';
import { chooseTextSize, fitAddress, limitLines } from './text-size.ts';

export const SLIPS_PER_SHEET = 2;
/** The postcode goes below it. */
const ADDRESS_BOX = { widthMm: 128, heightMm: 52, sizes: [22, 18, 16, 14, 12, 11, 10, 9, 8] };
const NOTE_BOX = { widthMm: 180, heightMm: 24, sizes: [14, 12, 11, 10, 9, 8, 7, 6] };
const MOST_NOTE_LINES = 3;
const GIFT_ADDRESS_BOX = { ...ADDRESS_BOX, heightMm: 28 };
const MESSAGE_SIZES = [30, 22, 18, 16, 14, 12, 11, 10, 9, 8];
const MESSAGE_BOX = { widthMm: 172, heightMm: 54, sizes: MESSAGE_SIZES };
const MOST_MESSAGE_LINES = 6;

/**
 * Packing slips, one per parcel, two on a sheet of A4 that is cut once across the middle. Without prices, because boxes
 * are often gifts.
 */
export async function renderSlips(parcels: readonly Parcel[], farm: Farm, weekName: string): Promise<Html> {
  const sheets: Html[] = [];
  for (let first = 0; first < parcels.length; first += SLIPS_PER_SHEET) {
    const slips = parcels.slice(first, first + SLIPS_PER_SHEET);
    sheets.push(html`<div class="sheet">${slips.map((parcel) => renderSlip(parcel, farm, weekName))}</div>`);
    // A week's codes take a third of a second, and others are answered between them.
    await nextTurn();
  }
  return html`<div class="sheets">${sheets}</div>`;
}

function renderSlip({ order, box, boxes }: Parcel, farm: Farm, weekName: string): Html {
  const { orderNumber } = order;
  const code = formatSlipCode({ orderNumber, box, boxes, digest: digestSlip(order) });
  const { lines, town, county, postcode } = farm.address;
  const message = listOnSlip(order, 'message');
  const hasMessage = message.length > 0;
  const address = fitAddress(order, hasMessage ? GIFT_ADDRESS_BOX : ADDRESS_BOX);
  // Who unpacks a gift is not to read what its giver has asked of us. The pick list and the label have it.
  const isGift = hasMessage || order.recipientName !== null;
  const note = isGift ? [] : listOnSlip(order, 'note');
  return html`<article class="packing-slip${hasMessage && ' gift'}" aria-label="Order ${order.orderNumber}, box ${box} of ${boxes}">
<p class="slip-from"><strong>${farm.name}</strong> <span>${[...lines, town, county, postcode].join(', ')}</span></p>
<div class="slip-to text-${address.size}"><p class="slip-lines">${address.lines.map((line) => html`<span>${line}</span>`)}</p><p class="slip-postcode">${order.shippingPostcode}</p></div>
<div class="slip-code">${renderQrCode(code)}<p>${orderNumber}</p></div>
${hasMessage && renderMessage(message)}
<div class="slip-note">${note.length > 0 && renderNote(note)}</div>
<p class="slip-foot"><span>${weekName}</span> <strong>Box ${box} of ${boxes}</strong></p>
</article>`;
}

function renderNote(note: readonly string[]): Html {
  const lines = limitLines(note, MOST_NOTE_LINES);
  return html`<p class="slip-label">Delivery instructions</p><p class="slip-lines text-${chooseTextSize(lines, NOTE_BOX)}">${lines.map((line) => html`<span>${line}</span>`)}</p>`;
}

function renderMessage(message: readonly string[]): Html {
  const lines = limitLines(message, MOST_MESSAGE_LINES);
  return html`<p class="slip-message slip-lines text-${chooseTextSize(lines, MESSAGE_BOX)}">${lines.map((line) => html`<span>${line}</span>`)}</p>`;
}

/** The quiet zone that the standard requires on each side, in modules. */
const QUIET_MODULES = 4;

/** A QR code as an SVG that fills its box. It is readable with a quarter of it damaged. */
function renderQrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'Q', border: QUIET_MODULES });
  const path = data.flatMap((row, y) => {
    // The dark runs of a row, because a path for each module would be twice as long.
    const runs = row.map(Number).join('').matchAll(/1+/g);
    return [...runs].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`);
  });
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of ${text}" shape-rendering="crispEdges"><path d="${path.join('')}"/></svg>`;
}

/** Eight digits: enough to notice a change, and few enough for a small QR code. */
const DIGITS = 8;

/** A short digest of what an order's slips say. It differs once the address, message, boxes, instructions or week do. */
export function digestSlip(order: Order): string {
  const said = [
    ...listAddress(order),
    listOnSlip(order, 'message'),
    listOnSlip(order, 'note'),
    order.week,
    countBoxes(order).left,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, DIGITS).toUpperCase();
}
