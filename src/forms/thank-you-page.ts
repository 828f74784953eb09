import { keepTogether } from '#domain/keep-together.ts';
import { toHref } from '#domain/links.ts';
import { describeWeekLoss, type WeekLoss } from '#domain/orders/order-flags.ts';
import type { CompletedReceipt, Confirmation } from '#domain/orders/order-outcome.ts';
import type { PagePath } from '#domain/pages.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { withPicture } from './state-pictures.ts';

/**
 * The thanks for an order. The service renders them into the built page for buyers without script, who paid on Stripe's
 * own page, and the browser for those who paid on ours.
 */

export const THANK_YOU_PATH = '/nordmann-branches/thank-you' satisfies PagePath;

/** The slot of the text in the built page. */
export const THANK_YOU_SLOT = { start: '<!--thank-you-->', end: '<!--/thank-you-->' } as const;

/** What a thank-you can say. What is missing is not known, or not for whoever reads this. */
export interface Thanks {
  readonly orderNumber?: string | undefined;
  /** Whether the bank is still working on the payment. */
  readonly isProcessing: boolean;
  readonly confirmation: Confirmation;
  /** Why the order needs another week; null if it does not. */
  readonly weekLoss: WeekLoss | null;
  /** Only for the buyer: who has the address of Stripe's session, or the tab that has just paid. */
  readonly receipt?: CompletedReceipt | undefined;
  /** The path of the buyer's own page. Only for the buyer, too. */
  readonly manageOrder?: string | undefined;
}

export type ThankYou =
  | { readonly state: 'paid' | 'processing'; readonly thanks: Thanks }
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
  const markup = keepTogether(renderOutcome(outcome, phone).toString());
  return `${THANK_YOU_SLOT.start}${withPicture(outcome.state, markup)}${THANK_YOU_SLOT.end}`;
}

function renderOutcome(outcome: ThankYou, phone: string): Html {
  switch (outcome.state) {
    case 'paid':
    case 'processing':
      return renderThanks(outcome.thanks, phone);
    case 'unpaid':
      return html`<h1>You haven’t paid yet</h1>
<p>The payment wasn’t completed, so there’s no order, and nothing has been charged.</p>
<p><a class="button" href="/nordmann-branches#order">Back to the order form</a></p>
<p>If you’d rather order by phone, ${ring(phone)}.</p>`;
    case 'unreachable':
      return html`<h1>We can’t look up your payment just now</h1>
<p>If you’ve paid, your order is safe with us, and we’ll e-mail your confirmation. Reload this page in a moment to see your order number.</p>
<p>If no e-mail comes, ${ring(phone)}.</p>`;
    case 'unknown':
      return html`<h1>We can’t find this order</h1>
<p>The web address may be incomplete. If you’ve paid, your order is safe with us, and we’ll e-mail your confirmation.</p>
<p>If no e-mail comes, ${ring(phone)}.</p>
<p><a class="button" href="/nordmann-branches">Back to the branch boxes</a></p>`;
  }
}

/** @param phone the farm's, formatted for people */
export function renderThanks(thanks: Thanks, phone: string): Html {
  const { orderNumber, isProcessing, weekLoss, receipt, manageOrder } = thanks;
  const heading = isProcessing
    ? 'Your payment is still being processed'
    : html`Thanks! <span>Your order was received.</span>`;
  return html`<h1 tabindex="-1">${heading}</h1>
${isProcessing && html`<p>We have your order, and you don’t need to pay again. Some banks take a while.</p>`}
${weekLoss && renderLoss(weekLoss, phone, manageOrder)}
${orderNumber === undefined ? html`<p>Your order number is in the confirmation we’ll e-mail you.</p>` : renderSlip(receipt, orderNumber)}
${renderNext([describeConfirmation(thanks), ...(weekLoss ? [] : [CUTTING]), ...SENDING])}
<p class="links"><a class="button" href="/">Return Home</a>${manageOrder !== undefined && !weekLoss && renderOwnLink(manageOrder)}</p>
<p>If anything isn’t right, ${ring(phone)}.</p>`;
}

/** Before everything else: the only thing that is left to do. */
function renderLoss(loss: WeekLoss, phone: string, manageOrder: string | undefined): Html {
  const [news, more] = describeWeekLoss(loss);
  return html`<div class="callout trouble"><h2>${news}</h2>
<p>${more}</p>
${manageOrder === undefined ? html`<p>Use the link in your confirmation e-mail, or ${ring(phone)}.</p>` : html`<a class="button" href="${manageOrder}">Choose another week, or your money back</a>`}</div>`;
}

const CUTTING = 'We’ll cut and pack your branches fresh, in the week you chose.';
const SENDING = [
  'Then they’re off to the address you gave us.',
  'When they come, stand them in a bucket of water until you use them.',
];

/** What a buyer can look forward to. */
export function renderNext(steps: readonly string[] = [CUTTING, ...SENDING]): Html {
  return html`<h2>What happens next</h2>
<ol class="next-steps">${steps.map((step) => html`<li>${step}</li>`)}</ol>`;
}

function describeConfirmation({ confirmation: way, isProcessing, receipt }: Thanks): string {
  const to = receipt?.confirmedTo ?? null;
  const later = isProcessing ? ' when the payment has come through' : '';
  if (way === 'no_address') {
    return `We have no e-mail address for you${later && `, so nothing comes by e-mail${later}`}. Please note down your order number.`;
  }
  if (way === 'after_look') return 'One of us will check your order and then write to you.';
  if (to === null) return `We’ll e-mail you a confirmation${later}.`;
  const asking = 'If that’s not right, ring us.';
  return isProcessing
    ? `We’ll send a confirmation to ${to}${later}. ${asking}`
    : `A confirmation is on its way to ${to}. ${asking}`;
}

/** Where the buyer of a new order sees it again. */
export function renderOwnLink(manageOrder: string): Html {
  return html`<a class="button quiet" href="${manageOrder}">See or change your order</a>`;
}

type Facts = readonly (readonly [name: string, value: HtmlPart])[];

/** An order for its buyer, as on the label of a parcel: its number, its facts, and large where it goes. */
export function renderSlip(
  order: { readonly facts: Facts; readonly privateFacts: Facts } | undefined,
  orderNumber?: string,
): Html {
  return html`<div class="slip">${orderNumber !== undefined && html`<p class="order-number">Your order number is <strong>${orderNumber}</strong></p>`}
${order && html`<dl class="receipt">${renderFacts(order.facts)}${renderFacts(order.privateFacts, html` class="wide"`)}</dl>`}</div>`;
}

/** The facts of an order as a list. Values may have several lines. */
export function renderReceipt(facts: Facts): Html {
  return html`<dl class="receipt">${renderFacts(facts)}</dl>`;
}

function renderFacts(facts: Facts, attributes?: Html): Html[] {
  return facts.map(([name, value]) => html`<div${attributes}><dt>${name}</dt><dd>${value}</dd></div>`);
}

/** What to do where a page cannot help. */
export function ring(phone: string): Html {
  return html`ring us on <a href="${toHref(`tel:${phone}`)}">${phone}</a>`;
}
