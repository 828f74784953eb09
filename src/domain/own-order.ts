import type { IsoDay } from './dates.ts';
import { LONGEST } from './delivery.ts';
import { type FormProblem, renderControlState, renderErrorSummary, renderFieldError } from './form-markup.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { toHref } from './links.ts';
import { type Pence, toPounds } from './money.ts';
import { countBoxes } from './order-form.ts';
import type { OrderStatus } from './order-status.ts';
import { WEEK_TAKEN_SENTENCE, weekLabel } from './weeks.ts';

/** The buyer's own page of an order, behind the secret link of the confirmation: what the service writes into its shell. */

export const OWN_ORDER_ADDRESS = '/order';

export const OWN_ORDER_SLOT = { start: '<!--own-order-->', end: '<!--/own-order-->' } as const;

/** The entries of the address form. */
export const ADDRESS_FIELDS = [
  'customerName',
  'shippingAddress',
  'shippingCity',
  'shippingPostcode',
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

export interface OwnOrder {
  readonly key: string;
  readonly version: number;
  readonly orderNumber: string;
  readonly quantity: number;
  readonly total: Pence;
  /** What went back to the buyer's card; 0 for most. */
  readonly refunded: Pence;
  readonly status: OrderStatus;
  readonly paymentStatus: 'processing' | 'succeeded' | 'failed';
  readonly week: IsoDay | null;
  readonly isWeekTaken: boolean;
  readonly isCancelledByBuyer: boolean;
  readonly address: Readonly<Record<AddressField, string>>;
  readonly trackingNumber: string | null;
  /** Weeks that it could be moved to, its own first; empty when nothing can be changed any more. */
  readonly weeks: readonly IsoDay[];
}

export type OwnOrderView =
  | { readonly state: 'unknown' }
  | {
      readonly state: 'known';
      readonly order: OwnOrder;
      /** What has just been done, for the buyer to see. */
      readonly done?: string | undefined;
      readonly problem?:
        | { readonly sentence?: string; readonly fields: Partial<Record<AddressField, string>> }
        | undefined;
    };

export const OWN_ORDER_TITLES = { unknown: 'Not found', known: 'Your order' } as const;

/** The words between the slot marks. @param phone the farm's, as people read it */
export function renderOwnOrder(view: OwnOrderView, phone: string): string {
  const markup = view.state === 'unknown' ? renderUnknown(phone) : renderOrder(view, phone);
  return `${OWN_ORDER_SLOT.start}<div class="own-order">${markup}</div>${OWN_ORDER_SLOT.end}`;
}

function renderUnknown(phone: string): Html {
  return html`<h2>Open the link in your confirmation</h2>
<p>This page shows an order to the person who placed it. The link stands in the e-mail that confirmed your order; copy all of it, to its last letter.</p>
<p>If you cannot find the e-mail, ${ring(phone)} and have the order number at hand.</p>`;
}

function renderOrder({ order, done, problem }: OwnOrderView & { state: 'known' }, phone: string): Html {
  return html`${done !== undefined && html`<p class="callout" role="status">${done}</p>`}
${problem !== undefined && html`<div class="form">${renderErrorSummary('own-order', toFormProblem(problem))}</div>`}
<h2>Order ${order.orderNumber}</h2>
<p>${describeState(order)}</p>
${renderFacts(order)}
${order.week !== null && order.status !== 'cancelled' && html`<p><a href="${OWN_ORDER_ADDRESS}/week.ics?key=${order.key}">Put the week into your calendar</a></p>`}
${order.weeks.length > 0 ? renderChanges(order, problem) : html`<p>If something is not right, ${ring(phone)} and have the order number at hand.</p>`}`;
}

function describeState({ status, paymentStatus, isWeekTaken, isCancelledByBuyer }: OwnOrder): string {
  if (isCancelledByBuyer)
    return 'You have cancelled this order. We send your money back to the card that you paid with.';
  if (status === 'cancelled') return 'This order has been cancelled.';
  if (paymentStatus === 'processing')
    return 'We are still confirming your payment with your bank. You need not pay again, and we write to you as soon as it has come through.';
  if (paymentStatus === 'failed') return 'Your payment did not come through, so nothing will be sent.';
  if (status === 'shipped') return 'Your branches are on their way.';
  if (status === 'delivered') return 'Your branches have been delivered.';
  if (isWeekTaken) return WEEK_TAKEN_SENTENCE;
  return 'We have your order and your payment. We cut and pack your branches in the week that you chose.';
}

function renderFacts(order: OwnOrder): Html {
  const { quantity, total, refunded, week, trackingNumber, address } = order;
  const facts: [string, HtmlPart][] = [
    ['Boxes', countBoxes(quantity)],
    ['Total', `£${toPounds(total)}`],
    ...(refunded > 0 ? [['Sent back', `£${toPounds(refunded)}`] as [string, HtmlPart]] : []),
    ['Delivery', week === null ? 'Week to be agreed' : weekLabel({ id: week })],
    [
      'Address',
      ADDRESS_FIELDS.flatMap((field) => address[field].split('\n'))
        .filter((line) => line !== '')
        .map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`)),
    ],
  ];
  if (trackingNumber !== null) {
    const place = `https://www.royalmail.com/track-your-item#/tracking-results/${encodeURIComponent(trackingNumber)}`;
    facts.push(['Tracking', html`<a href="${place}" rel="noreferrer">${trackingNumber}</a>`]);
  }
  return html`<dl class="receipt">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function renderChanges(order: OwnOrder, problem: (OwnOrderView & { state: 'known' })['problem']): Html {
  return html`<h2>Change your order</h2>
<details ${problem === undefined ? false : html`open`}><summary>Another week or address</summary>
<form class="form" action="${OWN_ORDER_ADDRESS}/change" method="post" novalidate>
${renderHidden(order)}
<div class="field"><label for="own-week">Delivery week</label>
<select id="own-week" name="deliveryWeek" class="short">${order.weeks.map((week) => html`<option value="${week}" ${week === order.week && html`selected`}>${weekLabel({ id: week })}</option>`)}</select></div>
${renderField(order, problem, 'customerName', 'Name')}
${renderField(order, problem, 'shippingAddress', 'House number and street')}
${renderField(order, problem, 'shippingCity', 'Town or city')}
${renderField(order, problem, 'shippingPostcode', 'Postcode')}
<button class="button" type="submit">Save the changes</button>
</form></details>
<details><summary>Cancel the order</summary>
<form class="form" action="${OWN_ORDER_ADDRESS}/cancel" method="post">
${renderHidden(order)}
<p>Your boxes go to somebody else, and your £${toPounds(order.total)} back to your card.</p>
<button class="button" type="submit">Cancel the order</button>
</form></details>`;
}

function renderHidden({ key, version }: OwnOrder): Html {
  return html`<input type="hidden" name="key" value="${key}"><input type="hidden" name="version" value="${version}">`;
}

function renderField(
  { address }: OwnOrder,
  problem: (OwnOrderView & { state: 'known' })['problem'],
  field: AddressField,
  label: string,
): Html {
  const id = controlId(field);
  const sentence = problem?.fields[field];
  const state = renderControlState(id, { sentence });
  const longest = field === 'shippingPostcode' ? 20 : LONGEST[field];
  const control =
    field === 'shippingAddress'
      ? html`<textarea id="${id}" name="${field}" rows="2" maxlength="${longest}" ${state}>
${address[field]}</textarea>`
      : html`<input id="${id}" name="${field}" type="text" maxlength="${longest}" ${state} value="${address[field]}">`;
  return html`<div class="field"><label for="${id}">${label}</label>
${renderFieldError(id, sentence)}
${control}</div>`;
}

function controlId(field: AddressField): string {
  return `own-${field}`;
}

function toFormProblem(problem: (OwnOrderView & { state: 'known' })['problem']): FormProblem {
  return {
    sentences: problem?.sentence === undefined ? [] : [problem.sentence],
    fields: ADDRESS_FIELDS.flatMap((field) => {
      const sentence = problem?.fields[field];
      return sentence === undefined ? [] : [{ controlId: controlId(field), sentence }];
    }),
  };
}

function ring(phone: string): Html {
  return html`ring us on <a href="${toHref(`tel:${phone}`)}">${phone}</a>`;
}
