import { countOf } from '#domain/count.ts';
import type { IsoDay } from '#domain/dates.ts';
import { labelWeek, labelWeekWithin, weekLabel } from '#domain/delivery/weeks.ts';
import { pathOfOrder, TRACKING_FOLD } from '#domain/office.ts';
import { countBoxes } from '#domain/orders/describe-order.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { describePlace, nameOnParcel } from '#domain/orders/order-fields.ts';
import { describeFlags } from '#domain/orders/order-flags.ts';
import { PAGES } from '#domain/pages.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { renderEmptyList } from '#forms/empty-list.ts';
import { type Html, html } from '#forms/html.ts';
import { isLateWeek } from '../orders/list/order-list-repository.ts';
import type { Order } from '../orders/orders-repository.ts';
import { LABEL_SHEETS, type LabelSheet, renderLabels } from './labels.ts';
import { renderSlips, SLIPS_PER_SHEET } from './slips.ts';
import { countParcels, listParcels, type PackingWeek, sortForPacking } from './sort-for-packing.ts';

/** A week's print documents. The page shows one at a time, because each prints on its own. */
export const PACKING_VIEWS = { list: 'Pick list', slips: 'Packing slips', labels: 'Address labels' } as const;
export type PackingView = keyof typeof PACKING_VIEWS;

/** The page's query. */
export interface PackingRequest {
  readonly week: IsoDay;
  readonly view: PackingView;
  readonly sheet: LabelSheet;
  readonly skip: number;
  readonly again: boolean;
  /** Only this order's documents, even if it is flagged or shipped. */
  readonly order: string | null;
}

/**
 * The weeks to choose from: what there is to pack, and below it what is packed, to be printed again.
 * @param packedNext the Monday of the week that is packed next; null if it and all later ones are packed
 */
export function renderWeeks(
  weeks: readonly WeekTotals[],
  packedNext: string | null,
  isUnknown: boolean,
): Html {
  const shown = [
    ...weeks.filter(({ toPack }) => toPack > 0),
    ...weeks.filter(({ toPack, shipped }) => toPack === 0 && shipped > 0),
  ];
  return html`${isUnknown && html`<p><strong>There’s no such week.</strong></p>`}<div class="halves stack">
<section aria-labelledby="weeks"><h2 id="weeks">Which week?</h2>
${shown.length === 0 && renderEmptyList('Nothing to pack', 'Time for a cup of tea.')}
<ul class="door-counts plain">${shown.map(({ week, toPack, shipped }, index) => {
    const isLate = toPack > 0 && isLateWeek(week, packedNext);
    const words = `${toPack === 1 ? 'box' : 'boxes'} ${isLate ? 'late' : 'to pack'}`;
    const line =
      toPack === 0
        ? html`<span>${labelWeek(week)}: all ${shipped} sent</span>`
        : html`<b${isLate && html` class="count trouble"`}>${toPack}</b> <span>${words}, <span class="one">${labelWeekWithin(week)}</span></span>`;
    return html`<li${index === 0 && html` class="door-pack"`}><a href="?week=${week}">${line}</a></li>`;
  })}</ul></section>
<section class="second" aria-labelledby="packed"><h2 id="packed">Packed, and off they go</h2>
<p class="actions"><a class="button" href="${PAGES['admin/packing/scan'].path}">Scan parcels to send them</a> <a class="button quiet" href="${PAGES['admin/orders'].path}#${TRACKING_FOLD}">Enter tracking numbers</a></p></section></div>`;
}

/** A week's pick list, slips or labels, with links to the others that are not printed. */
export async function renderPrintDocuments(
  request: PackingRequest,
  orders: readonly Order[],
  farm: Farm,
): Promise<Html> {
  // For a single order, even if it is shipped.
  const week = sortForPacking(orders, request.again || request.order !== null);
  const name = weekLabel({ id: request.week });
  const hasPapers = week.ready.length + week.flagged.length > 0;
  const wanted =
    request.order === null
      ? week.ready
      : [...week.ready, ...week.flagged].filter(({ orderNumber }) => orderNumber === request.order);
  const isPrinted = hasPapers && request.view !== 'list';
  const paper = await renderPaper(request, week, wanted, farm, name);
  return html`<div class="on-screen">
<nav class="tabs" aria-label="To print"><ul class="links plain">${Object.entries(PACKING_VIEWS).map(
    ([view, label]) =>
      html`<li><a href="${linkTo(request, view === 'list' ? { view, order: null } : { view: view as PackingView })}"${view === request.view && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav></div>
${isPrinted && html`<div class="stack on-screen">${request.view === 'labels' && renderSheetForm(request)}${renderHowToPrint(request, countParcels(wanted))}</div>`}
${paper}
<div class="stack on-screen">${renderLeftOut(week, request)}
${renderWayBack(request.week)}</div>`;
}

async function renderPaper(
  request: PackingRequest,
  week: PackingWeek,
  wanted: readonly Order[],
  farm: Farm,
  name: string,
): Promise<Html | null> {
  if (request.view === 'list') {
    return renderPickList(week, (order) => linkTo(request, { view: 'slips', order }));
  }
  const { order: number } = request;
  if (wanted.length === 0) {
    return number === null ? renderNothingLeft(week) : html`<p>This week has no paid order ${number}.</p>`;
  }
  const parcels = listParcels(wanted);
  return request.view === 'slips'
    ? renderSlips(parcels, farm, name)
    : renderLabels(parcels, request.sheet, request.skip);
}

/** Needs a script. */
const PRINT_BUTTON = html`<button class="button on-screen" type="button" data-prints hidden>Print</button>`;

/** With how many sheets there will be, because the page shows two. */
function renderHowToPrint({ view, sheet, skip }: PackingRequest, parcels: number): Html {
  const perSheet = view === 'slips' ? SLIPS_PER_SHEET : LABEL_SHEETS[sheet].labels;
  const sheets = Math.ceil((parcels + (view === 'labels' ? skip : 0)) / perSheet);
  return html`${sheets > 0 && html`<p>${countOf(parcels, view === 'slips' ? 'slip' : 'label')} on ${countOf(sheets, 'sheet')} of A4. Print them at 100%, without margins: only the paper below is printed.</p>`}
<div class="form actions">${PRINT_BUTTON}${sheets > 2 && html`<label class="choice"><input id="every-sheet" type="checkbox">Show every sheet here</label>`}</div>`;
}

function renderSheetForm({ week, sheet, skip, again, order }: PackingRequest): Html {
  return html`<form class="form search" method="get">
<input type="hidden" name="week" value="${week}"><input type="hidden" name="view" value="labels">
${again && html`<input type="hidden" name="again" value="1">`}${order !== null && html`<input type="hidden" name="order" value="${order}">`}
<div class="field"><label for="sheet">Sheet</label><select id="sheet" name="sheet">${Object.entries(
    LABEL_SHEETS,
  ).map(
    ([id, { name }]) =>
      html`<option value="${id}"${Number(id) === sheet && html` selected`}>${name}</option>`,
  )}</select></div>
<div class="field"><label for="skip">Labels used already</label><input id="skip" class="short" name="skip" type="number" min="0" max="${LABEL_SHEETS[sheet].labels - 1}" value="${skip}"></div>
<button class="button quiet" type="submit">Lay them out</button>
</form>`;
}

/** Lists the orders without documents, so that nobody looks for them in the barn. */
function renderLeftOut({ ready, flagged, leftOut }: PackingWeek, request: PackingRequest): Html {
  if (request.order !== null) {
    return html`<p>Only order <a href="${pathOfOrder(request.order)}">${request.order}</a>. <a href="${linkTo(request, { order: null })}">All orders</a></p>`;
  }
  const { cancelled, unpaid, shipped } = leftOut;
  const isDone = ready.length + flagged.length + unpaid === 0;
  const gone = isDone
    ? `${shipped === 1 ? 'The order is on its' : `All ${countOf(shipped, 'order')} are on their`} way.`
    : `${countOf(shipped, 'order')} ${shipped === 1 ? 'has' : 'have'} gone already.`;
  const words = [
    cancelled > 0 && `${countOf(cancelled, 'order')} cancelled or refunded`,
    unpaid > 0 && `${countOf(unpaid, 'order')} not paid`,
    flagged.length > 0 && request.view !== 'list' && `${countOf(flagged.length, 'order')} to look at first`,
  ].filter((each) => each !== false);
  return html`${words.length > 0 && html`<p>Left out: ${words.join(', ')}.</p>`}
${shipped > 0 && html`<p>${gone} <a href="${linkTo(request, { again: true })}">Print ${shipped === 1 ? 'it' : 'them'} again</a></p>`}
${request.again && html`<p>With what has gone already. <a href="${linkTo(request, { again: false })}">Leave that out</a></p>`}`;
}

function renderWayBack(week: IsoDay): Html {
  return html`<ul class="links plain"><li><a href="${PAGES['admin/packing'].path}">All weeks</a></li><li><a href="${PAGES['admin/orders'].path}?week=${week}">Orders<span class="visually-hidden"> of this week</span></a></li><li><a href="${PAGES['admin/packing/scan'].path}">Scan parcels</a></li></ul>`;
}

/** The page's URL with changes. The choice of label sheet is kept for labels only. */
function linkTo(request: PackingRequest, changes: Partial<PackingRequest>): string {
  const { week, view, sheet, skip, again, order } = { ...request, ...changes };
  const query = new URLSearchParams({ week, view });
  if (view === 'labels') query.set('sheet', String(sheet));
  if (view === 'labels' && skip > 0) query.set('skip', String(skip));
  if (again) query.set('again', '1');
  if (order !== null) query.set('order', order);
  return `?${query}`;
}

/** The list of a week's orders to pack, with boxes to tick. @param linkToSlips the URL of one order's slips */
function renderPickList(week: PackingWeek, linkToSlips: (orderNumber: string) => string): Html {
  const { ready, flagged } = week;
  return html`${flagged.length > 0 && renderFlagged(flagged, linkToSlips)}
${ready.length > 0 ? html`<div class="actions"><p>${describeBoxes(ready)}</p>${PRINT_BUTTON}</div>${renderTable(ready)}` : renderNothingLeft(week)}`;
}

/** What has gone is said with a way to print it again. */
function renderNothingLeft({ leftOut }: PackingWeek): Html | null {
  return leftOut.shipped > 0 ? null : html`<p>Nothing left to pack for this week.</p>`;
}

/** Not among those to pack, because flagged orders do not count as ready. */
function renderFlagged(orders: readonly Order[], linkToSlips: (orderNumber: string) => string): Html {
  return html`<details class="callout trouble"><summary class="lead">Look at these first: ${countOf(orders.length, 'order')}</summary>
<p>Not counted below, and without slips or labels until they’re settled.</p>
<ul class="lined plain">${orders.map(
    (
      order,
    ) => html`<li class="stack"><p><strong>${order.orderNumber}</strong>, ${nameOnParcel(order)}, ${describePlace(order)}, ${formatBoxes(countBoxes(order).left)}</p>
<p>${describeFlags(order.flags)}</p>
<p class="on-screen"><a href="${linkToSlips(order.orderNumber)}">Print the slips of ${order.orderNumber} all the same</a></p></li>`,
  )}</ul></details>`;
}

/** `82 boxes in 37 orders: 22 with 1 box, 15 with 4.` */
function describeBoxes(orders: readonly Order[]): string {
  const sizes = [...Map.groupBy(orders, (order) => countBoxes(order).left)];
  const each = sizes.map(
    ([size, { length }], index) => `${length}\u00A0with\u00A0${index === 0 ? formatBoxes(size) : size}`,
  );
  return `${formatBoxes(countParcels(orders))} in ${countOf(orders.length, 'order')}: ${each.join(', ')}.`;
}

/** A tick names the boxes, so that an order with another one is not packed yet. */
function renderTable(orders: readonly Order[]): Html {
  return html`<p class="on-screen pick-count" role="status"></p>
<table class="pick-table stacks">
<caption class="visually-hidden">Orders to pack</caption>
<thead><tr><th scope="col">Packed</th><th scope="col">Order</th><th scope="col">Boxes</th><th scope="col">Name</th><th scope="col">Town and postcode</th><th scope="col">Instructions</th></tr></thead>
<tbody>${orders.map((order) => {
    const { orderNumber, specialInstructions } = order;
    const boxes = formatBoxes(countBoxes(order).left);
    return html`<tr><td class="pick-tick"><label><input type="checkbox" value="${orderNumber} ${boxes}" aria-label="${orderNumber} is packed"></label></td><th scope="row"><a href="${pathOfOrder(orderNumber)}">${orderNumber}</a></th><td class="pick-boxes">${boxes}</td><td>${nameOnParcel(order)}${renderGiver(order)}</td><td>${describePlace(order)}</td><td>${specialInstructions}</td></tr>
`;
  })}</tbody></table>`;
}

/** The parcel has another name than the order. */
function renderGiver({ recipientName, giftMessage, customerName }: Order): Html | null {
  if (recipientName === null && giftMessage === null) return null;
  return html`<br>Gift${recipientName !== null && ` from ${customerName}`}`;
}
