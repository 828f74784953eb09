import { countOf } from '#domain/count.ts';
import { countBoxes } from '#domain/orders/describe-order.ts';
import { describePlace, nameOnParcel } from '#domain/orders/order-fields.ts';
import { describeFlags } from '#domain/orders/order-flags.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { type Html, html } from '#forms/html.ts';
import type { PackingOrder } from './packing-repository.ts';
import { countParcels, type PackingWeek } from './sort-for-packing.ts';

/** The list of a week's orders to pack, with boxes to tick. @param linkToSlips the URL of one order's slips */
export function renderPickList(
  { ready, flagged }: PackingWeek,
  linkToSlips: (orderNumber: string) => string,
): Html {
  return html`${flagged.length > 0 && renderFlagged(flagged, linkToSlips)}
<section class="pick-ready" aria-labelledby="ready"><h3 id="ready">Ready to pack</h3>
${ready.length === 0 ? html`<p>No order is ready to be packed.</p>` : html`${renderTotals(ready)}${renderTable(ready)}`}</section>`;
}

/** Separate and at the top, because flagged orders do not count as ready. */
function renderFlagged(orders: readonly PackingOrder[], linkToSlips: (orderNumber: string) => string): Html {
  return html`<section class="pick-flagged" aria-labelledby="flagged"><h3 id="flagged">Look at these first</h3>
<p>${countOf(orders.length, 'order')}, not counted below, and without slips or labels until they are settled.</p>
<ul class="pick-flagged-orders plain">${orders.map(
    (
      order,
    ) => html`<li><p><strong>${order.orderNumber}</strong>, ${nameOnParcel(order)}, ${describePlace(order)}, ${formatBoxes(countBoxes(order).left)}</p>
<p>${describeFlags(order.flags)}</p>
<p class="on-screen"><a href="${linkToSlips(order.orderNumber)}">Print the slips of ${order.orderNumber} all the same</a></p></li>`,
  )}</ul></section>`;
}

function renderTotals(orders: readonly PackingOrder[]): Html {
  const counts = orders.map((order) => countBoxes(order).left);
  const sizes = [...new Set(counts)].sort((one, other) => one - other);
  const facts = [
    ['Orders', orders.length],
    ['Boxes', countParcels(orders)],
    ...sizes.map((size) => [
      `Orders of ${formatBoxes(size)}`,
      counts.filter((count) => count === size).length,
    ]),
  ];
  return html`<dl class="pick-totals">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function renderTable(orders: readonly PackingOrder[]): Html {
  return html`<table class="pick-table">
<caption class="visually-hidden">Orders to pack</caption>
<thead><tr><th scope="col" class="pick-tick">Packed</th><th scope="col">Order</th><th scope="col">Name</th><th scope="col">Town and postcode</th><th scope="col">Boxes</th><th scope="col">Instructions</th></tr></thead>
<tbody>${orders.map(
    (
      order,
    ) => html`<tr><td class="pick-tick"><span class="pick-square"></span></td><th scope="row">${order.orderNumber}</th><td>${nameOnParcel(order)}${renderGiver(order)}</td><td>${describePlace(order)}</td><td class="pick-boxes">${renderCount(order)}</td><td>${order.specialInstructions}</td></tr>
`,
  )}</tbody></table>`;
}

/** The parcel has another name than the order. */
function renderGiver({ recipientName, giftMessage, customerName }: PackingOrder): Html | null {
  if (recipientName === null && giftMessage === null) return null;
  return html`<br>Gift${recipientName !== null && ` from ${customerName}`}`;
}

/** The heading says of what, but on a phone there is none. */
function renderCount(order: PackingOrder): Html {
  const [count, ...rest] = formatBoxes(countBoxes(order).left).split(' ');
  return html`${count}<span class="on-phone"> ${rest}</span>`;
}
