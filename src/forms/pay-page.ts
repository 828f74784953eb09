import type { IsoDay } from '#domain/dates.ts';
import { weekLabel } from '#domain/delivery/weeks.ts';
import { keepTogether } from '#domain/keep-together.ts';
import { formatAmount, type Pence } from '#domain/money.ts';
import type { PagePath } from '#domain/pages.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { renderErrorSummary } from './field.ts';
import { type Html, html } from './html.ts';
import { withPicture } from './state-pictures.ts';
import { renderSlip, ring } from './thank-you-page.ts';

/**
 * The page behind a payment link, for somebody who has ordered by telephone. The service renders this into the built
 * page.
 */

export const PAY_PATH = '/pay' satisfies PagePath;

export const PAY_SLOT = { start: '<!--pay-->', end: '<!--/pay-->' } as const;

/** The id of the message for somebody who returns unpaid from Stripe's page. */
export const PAY_NOT_PAID_ID = 'not-paid';

/** What the link is for. */
export interface PaymentLink {
  readonly key: string;
  readonly quantity: number;
  readonly total: Pence;
  readonly week: IsoDay | null;
  /** Name, town and postcode: enough to recognise it. */
  readonly recipient: string;
  /** When the link ends, for people. */
  readonly until: string;
}

export type PayView =
  | { readonly state: 'unknown' | 'paid' | 'over' }
  | { readonly state: 'open'; readonly link: PaymentLink; readonly problem?: string | undefined };

export const PAY_TITLES = {
  unknown: 'Not found',
  paid: 'Paid',
  over: 'Link expired',
  open: 'Please pay',
} as const;

/**
 * The content between the slot marks.
 * @param phone the farm's, formatted for people
 */
export function renderPay(view: PayView, phone: string): string {
  return `${PAY_SLOT.start}${withPicture(view.state, keepTogether(renderView(view, phone).toString()))}${PAY_SLOT.end}`;
}

function renderView(view: PayView, phone: string): Html {
  switch (view.state) {
    case 'paid':
      return html`<h1 class="stamp">This is paid</h1>
<p>Thank you. We have your payment, and there’s nothing more to pay. If you have a question, ${ring(phone)}.</p>`;
    case 'over':
      return html`<h1>This link has expired</h1>
<p>You haven’t been charged, and we’re no longer holding the boxes. If you’d still like them, ${ring(phone)} and we’ll send you a new link.</p>`;
    case 'unknown':
      return html`<h1>Open the link we sent you</h1>
<p>Use the link in our e-mail or text message to pay for an order you made by phone. If you copy it, make sure you get all of it. If you can’t find it, ${ring(phone)}.</p>`;
    case 'open':
      return renderOpen(view.link, view.problem, phone);
  }
}

function renderOpen(link: PaymentLink, problem: string | undefined, phone: string): Html {
  const facts = [
    ['Quantity', formatBoxes(link.quantity)],
    ['Delivery', link.week === null ? 'Week to be agreed' : weekLabel({ id: link.week })],
    ['To pay', formatAmount(link.total)],
  ] as const;
  return html`<h1>Your branch boxes</h1>
${problem !== undefined && html`<div class="form">${renderErrorSummary('pay', { messages: [problem], fields: [] })}</div>`}
<p class="callout if-target" id="${PAY_NOT_PAID_ID}" role="status">You haven’t paid yet. We’re still holding the boxes for you.</p>
<p>We’re holding these for you until ${link.until}.</p>
${renderSlip({ facts, privateFacts: [['For', link.recipient]] })}
<form class="form" method="post" action="${PAY_PATH}">
<input type="hidden" name="key" value="${link.key}">
<button class="button" type="submit">Pay ${formatAmount(link.total)}</button>
</form>
<p>You pay by card on a page run by Stripe, our card provider. If something isn’t right, ${ring(phone)} before you pay.</p>`;
}
