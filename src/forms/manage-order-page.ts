import { formatDay } from '#domain/dates.ts';
import { WEEK_LOSS_MESSAGES, weekLabel } from '#domain/delivery/weeks.ts';
import { toHref } from '#domain/links.ts';
import { toPounds } from '#domain/money.ts';
import { nameOnParcel } from '#domain/orders/order-fields.ts';
import { describeOnTheWay, isSentInPart, type Parcel, trackingUrl } from '#domain/orders/parcels.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { renderErrorSummary } from './field.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import {
  MANAGE_ORDER_PATH,
  type ManagedOrder,
  type ManageOrderProblem,
  type OrderClosing,
  renderChanges,
  toFormProblem,
} from './manage-order-form.ts';

/**
 * The buyer's own page of an order, behind the secret link in the confirmation. The service renders this into the built
 * page.
 */

export const MANAGE_ORDER_SLOT = { start: '<!--manage-order-->', end: '<!--/manage-order-->' } as const;

export type ManageOrderView =
  | { readonly state: 'unknown' }
  /** The key is valid but has expired. */
  | { readonly state: 'ended' }
  | {
      readonly state: 'known';
      readonly order: ManagedOrder;
      /** The action that has just been completed, for the buyer to see. */
      readonly done?: string | undefined;
      readonly problem?: ManageOrderProblem | undefined;
    };

const TITLES = { unknown: 'Not found', ended: 'Link expired', known: 'Your order' } as const;

/** What the page's title begins with. */
export function titleManageOrder(view: ManageOrderView): string {
  return view.state === 'known' && view.problem ? 'Error' : TITLES[view.state];
}

/**
 * The content between the slot marks.
 * @param phone the farm's, formatted for people
 */
export function renderManageOrder(view: ManageOrderView, phone: string): string {
  const markup =
    view.state === 'known'
      ? renderOrder(view, phone)
      : view.state === 'ended'
        ? renderEnded(phone)
        : renderUnknown(phone);
  return `${MANAGE_ORDER_SLOT.start}<div class="manage-order">${markup}</div>${MANAGE_ORDER_SLOT.end}`;
}

function renderUnknown(phone: string): Html {
  return html`<h2>Open the link in your confirmation</h2>
<p>Use the link in your confirmation e-mail to see your order here. If you copy it, copy the whole of it.</p>
<p>If you cannot find the e-mail, ${ring(phone)}. It helps to have your order number to hand.</p>`;
}

function renderEnded(phone: string): Html {
  return html`<h2>This link has expired</h2>
<p>You can see an order here until three months after its delivery week. After that the link stops working, so that an old e-mail does not show anyone your address.</p>
<p>If you have a question about your order, ${ring(phone)}. Your order number is in the confirmation e-mail.</p>`;
}

function renderOrder({ order, done, problem }: ManageOrderView & { state: 'known' }, phone: string): Html {
  const isExpected = order.status === 'pending' || order.status === 'processing';
  return html`<h2>Order ${order.orderNumber}</h2>
${done !== undefined && html`<p class="callout" role="status">${done}</p>`}
${problem !== undefined && html`<div class="form">${renderErrorSummary('manage-order', toFormProblem(problem))}</div>`}
<p>${describeState(order)}</p>
${order.closing !== null && html`<p>${describeClosing(order.closing, order)}</p>`}
${renderFacts(order)}
${order.week !== null && isExpected && html`<p><a href="${MANAGE_ORDER_PATH}/week.ics?key=${order.key}">Add the week to your calendar</a></p>`}
${order.weeks.length > 0 ? renderChanges(order, problem) : html`<p>If something is not right, ${ring(phone)} with your order number to hand.</p>`}`;
}

function describeState(order: ManagedOrder): string {
  const { status, paymentStatus, paymentMethod, weekLoss, isCancelledByBuyer, parcels, boxes } = order;
  if (isCancelledByBuyer)
    return `You have cancelled this order. We will refund ${paymentMethod === 'card' ? 'the card you paid with' : 'you'}.`;
  if (status === 'cancelled') return 'This order has been cancelled.';
  if (paymentStatus === 'processing' && paymentMethod === 'bank')
    return 'We have set your boxes aside, and will e-mail you when your bank transfer arrives.';
  if (paymentStatus === 'processing')
    return 'Your bank is still confirming your payment. You do not need to pay again. We will e-mail you when it has come through.';
  if (paymentStatus === 'failed') return 'Your payment did not come through, so nothing will be sent.';
  if (status === 'shipped') return 'Your branches are on their way.';
  if (isSentInPart(order))
    return `${describeOnTheWay(parcels, boxes, 'your ')}, and the rest will follow when they are packed.`;
  if (status === 'delivered') return 'Your branches have been delivered.';
  if (weekLoss) return WEEK_LOSS_MESSAGES[weekLoss];
  return 'We have your order and your payment. We will cut and pack your branches in the week you chose.';
}

/** Since when nothing can be changed any more. */
function describeClosing({ reason, day }: OrderClosing, order: ManagedOrder): string {
  const on = formatDay(day, 'full');
  if (reason === 'cancelled') return `It was cancelled on ${on}.`;
  if (reason === 'last_day') return `The last day to change or cancel it was ${on}.`;
  const how = isSentInPart(order) ? 'sent the first of it' : 'sent it';
  const what = reason === 'sent' ? how : 'closed its week';
  return `We ${what} on ${on}, so it can no longer be changed or cancelled here.`;
}

function renderFacts(order: ManagedOrder): Html {
  const { quantity, total, refunded, week, parcels } = order;
  const facts: [string, HtmlPart][] = [
    ['Boxes', formatBoxes(quantity)],
    ['Total', `£${toPounds(total)}`],
    ...(refunded > 0 ? [['Refunded', `£${toPounds(refunded)}`] as [string, HtmlPart]] : []),
    ['Delivery', week === null ? 'Week to be agreed' : weekLabel({ id: week })],
    ['Address', renderAddress(order)],
    ...listWords('Your message to them', order.details?.giftMessage),
    ...listWords('Your instructions', order.details?.specialInstructions),
  ];
  if (parcels.length > 0) facts.push(['Tracking', renderParcels(parcels)]);
  return html`<dl class="receipt">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A link for each parcel. */
function renderParcels(parcels: readonly Parcel[]): HtmlPart {
  return parcels.map(({ trackingNumber }, at) => {
    const link = html`<a href="${trackingUrl(trackingNumber)}" rel="noreferrer">${trackingNumber}</a>`;
    return at === 0 ? link : html`<br>${link}`;
  });
}

function listWords(name: string, words = ''): [string, HtmlPart][] {
  return words === '' ? [] : [[name, breakLines(words.split('\n'))]];
}

function renderAddress({ details }: ManagedOrder): HtmlPart {
  if (details === null) return 'No longer shown here, to keep it private';
  const { shippingAddress, shippingCity, shippingPostcode } = details;
  const lines = [nameOnParcel(details), shippingAddress, shippingCity, shippingPostcode]
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '');
  return lines.length === 0 ? 'Not given yet' : breakLines(lines);
}

function breakLines(lines: readonly string[]): HtmlPart {
  return lines.map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`));
}

function ring(phone: string): Html {
  return html`ring us on <a href="${toHref(`tel:${phone}`)}">${phone}</a>`;
}
