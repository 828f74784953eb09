import type { IsoDay } from '#domain/dates.ts';
import { WEEK_LOSS_MESSAGES, type WeekLoss, weekLabel } from '#domain/delivery/weeks.ts';
import { toHref } from '#domain/links.ts';
import { type Pence, toPounds } from '#domain/money.ts';
import type { PagePath } from '#domain/pages.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { type Html, html } from './html.ts';

/**
 * The page after a payment on Stripe's own page, for buyers without script. The service renders this into the built
 * page.
 */

export const THANK_YOU_PATH = '/nordmann-branches/thank-you' satisfies PagePath;

/** The place of the text in the built page. */
export const THANK_YOU_SLOT = { start: '<!--thank-you-->', end: '<!--/thank-you-->' } as const;

/** The part of an order that the buyer sees: just enough to recognise it. */
export interface OrderReceipt {
  readonly orderNumber: string;
  readonly quantity: number;
  readonly total: Pence;
  readonly week: IsoDay | null;
  /** Where the confirmation goes; null if a person at the farm checks the order first. */
  readonly confirmedTo: string | null;
  /** Why the order needs another week; null if it does not. */
  readonly weekLoss: WeekLoss | null;
  /** The path of the buyer's own page. */
  readonly manageOrder: string;
}

export type ThankYou =
  | { readonly state: 'paid' | 'processing'; readonly receipt: OrderReceipt }
  | { readonly state: 'unpaid' | 'unknown' | 'unreachable' };

/** The title of the browser's tab. */
export const THANK_YOU_TITLES = {
  paid: 'Thank you',
  processing: 'Payment in progress',
  unpaid: 'Not paid yet',
  unknown: 'Not found',
  unreachable: 'Please try again',
} as const satisfies Record<ThankYou['state'], string>;

/**
 * The content between the slot marks.
 * @param phone the farm's, formatted for people
 */
export function renderThankYou(outcome: ThankYou, phone: string): string {
  return `${THANK_YOU_SLOT.start}<div class="outcome">${renderOutcome(outcome, phone)}</div>${THANK_YOU_SLOT.end}`;
}

function renderOutcome(outcome: ThankYou, phone: string): Html {
  const ring = html`ring us on <a href="${toHref(`tel:${phone}`)}">${phone}</a>`;
  switch (outcome.state) {
    case 'paid':
      return html`<h2>Thanks! Your order was received.</h2>
${renderReceipt(outcome.receipt, 'Paid')}
<p>${describeConfirmation(outcome.receipt)} ${outcome.receipt.weekLoss ? WEEK_LOSS_MESSAGES[outcome.receipt.weekLoss] : 'We will cut, pack and send your branches in the week you chose.'}</p>
${renderManageOrderLink(outcome.receipt)}
<p>If anything is not right, ${ring} with your order number to hand.</p>
<p><a class="button" href="/">Return Home</a></p>`;
    case 'processing':
      return html`<h2>Your payment is still being processed</h2>
<p>We have your order, and you do not need to pay again. Some banks take a while.</p>
${renderReceipt(outcome.receipt, 'Total')}
${renderManageOrderLink(outcome.receipt)}
<p>${outcome.receipt.confirmedTo === null ? '' : `We will send a confirmation to ${outcome.receipt.confirmedTo} when the payment has come through. Is that e-mail address right? `}If you have a question, ${ring} with your order number to hand.</p>
<p><a class="button" href="/">Return Home</a></p>`;
    case 'unpaid':
      return html`<h2>You have not paid yet</h2>
<p>The payment was not completed, so there is no order, and nothing has been charged.</p>
<p><a class="button" href="/nordmann-branches#order">Back to the order form</a></p>
<p>If you would rather order by phone, ${ring}.</p>`;
    case 'unreachable':
      return html`<h2>We cannot look up your payment just now</h2>
<p>If you have paid, your order is safe with us, and we will e-mail your confirmation. Reload this page in a moment to see your order number.</p>
<p>If no e-mail comes, ${ring}.</p>`;
    case 'unknown':
      return html`<h2>We cannot find this order</h2>
<p>The web address may be incomplete. If you have paid, your order is safe with us, and we will e-mail your confirmation.</p>
<p>If no e-mail comes, ${ring}.</p>
<p><a class="button" href="/nordmann-branches">Back to the branch boxes</a></p>`;
  }
}

function renderReceipt({ orderNumber, quantity, total, week }: OrderReceipt, totalLabel: string): Html {
  const facts = [
    ['Order number', orderNumber],
    ['Your boxes', formatBoxes(quantity)],
    ['Delivery', week === null ? 'Week to be agreed' : weekLabel({ id: week })],
    [totalLabel, `£${toPounds(total)}`],
  ];
  return html`<dl class="receipt">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function renderManageOrderLink({ manageOrder }: OrderReceipt): Html {
  return html`<p><a href="${manageOrder}">See or change your order</a></p>`;
}

function describeConfirmation({ confirmedTo }: OrderReceipt): string {
  return confirmedTo === null
    ? 'One of us will check your order and then write to you.'
    : `A confirmation is on its way to ${confirmedTo}. Is that e-mail address right?`;
}
