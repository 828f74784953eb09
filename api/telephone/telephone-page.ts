import { formatDay, londonDay } from '#domain/dates.ts';
import { labelWeekWithin } from '#domain/delivery/weeks.ts';
import { toHref } from '#domain/links.ts';
import { formatAmount } from '#domain/money.ts';
import { pathOfOrder } from '#domain/office.ts';
import { listPrivateFacts } from '#domain/orders/describe-order.ts';
import type { Fact } from '#domain/orders/order-fields.ts';
import { describeWait, METHOD_WORDS } from '#domain/orders/payment-method.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { type Html, html } from '#forms/html.ts';
import { renderTelephoneForm, TELEPHONE_PATH, type TelephoneForm } from '#forms/telephone-form.ts';
import { renderReceipt } from '#forms/thank-you-page.ts';
import { week } from '../mail/order-templates.ts';
import { formatEnd, type PaymentRequest } from '../mail/request-templates.ts';
import { findTransferDay } from '../orders/attempts-repository.ts';
import type { Order } from '../orders/orders-repository.ts';

export const TELEPHONE_DONE = {
  withdrawn: 'It’s withdrawn, and its boxes are free again.',
  sent: 'The e-mail is on its way again.',
  gone: 'That had already been paid, or had run out.',
} as const;
export type TelephoneDone = keyof typeof TELEPHONE_DONE;

/** What has just been taken: an order, or a payment that is waited for. */
export interface Taken extends PaymentRequest {
  readonly url: string | null;
}

export interface TelephonePage {
  readonly form: TelephoneForm;
  /** The order whose buyer orders again. Null for a new one. */
  readonly again: Pick<Order, 'orderNumber' | 'customerName'> | null;
  readonly taken: Taken | null;
  readonly done: TelephoneDone | null;
  readonly now: Date;
  readonly waiting: readonly Taken[];
  readonly farmName: string;
}

export function renderTelephone(page: TelephonePage): Html {
  const { taken, done, waiting } = page;
  return html`${done !== null && html`<p class="callout${done === 'gone' ? ' trouble' : ''}" role="status">${TELEPHONE_DONE[done]}</p>`}
${taken && renderTaken(taken, page.farmName)}
${taken ? html`<p class="links"><a class="button quiet" href="${TELEPHONE_PATH}">Take the next order</a></p>` : renderForm(page)}
${(waiting.length > 0 || !taken) && renderAllWaiting(page)}`;
}

function renderAllWaiting(page: TelephonePage): Html {
  const { waiting, taken } = page;
  const heading = taken ? 'Others still to pay' : 'Still to be paid';
  return html`<section aria-labelledby="waiting"><h2 id="waiting">${heading}${waiting.length > 0 && ` (${waiting.length})`}</h2>
${waiting.length === 0 ? html`<p>Everybody has paid.</p>` : html`<div class="lined">${waiting.map((each) => renderWaiting(each, page))}</div>`}
</section>`;
}

function renderForm({ form, again }: TelephonePage): Html {
  return html`<section aria-labelledby="take"><h2 id="take">${again === null ? 'Take an order' : html`Take another order for ${again.customerName ?? 'this buyer'}`}</h2>
${again && html`<p>Everything is as in ${again.orderNumber}, except the boxes.</p>`}
${renderTelephoneForm(form)}</section>`;
}

function renderTaken(taken: Taken, farmName: string): Html {
  const { attempt, order, url } = taken;
  const facts: Fact[] = [
    ['Name', attempt.customerName ?? 'none given'],
    ['Boxes', formatBoxes(attempt.quantity)],
    ['Week', week(attempt)],
    ...listPrivateFacts(attempt),
    ['Sum', `${formatAmount(attempt.totalPence)} ${METHOD_WORDS[attempt.paymentMethod]}`],
    ...listUntil(attempt),
  ];
  return html`<div class="callout" role="status"><p><strong>${describeTaken(taken)}</strong> Read it back:</p>
<div class="order-facts">${renderReceipt(facts)}</div>
${url !== null && renderLink(taken, url, farmName)}
${order && html`<div class="actions"><a class="button quiet" href="${pathOfOrder(order.orderNumber)}">Open the order</a><a class="button quiet" href="${TELEPHONE_PATH}?order=${order.id}">Take another order for this buyer</a></div>`}</div>`;
}

function listUntil(attempt: PaymentRequest['attempt']): Fact[] {
  const lastDay = findTransferDay(attempt);
  if (attempt.endsAt === null) return [];
  return [['Held until', lastDay ? `the end of ${formatDay(lastDay, 'full')}` : formatEnd(attempt.endsAt)]];
}

/** The facts below say the rest. */
function describeTaken({ attempt, order }: PaymentRequest): string {
  const mailed = attempt.customerEmail === null ? '' : ' An e-mail is on its way.';
  const number = `Order ${order?.orderNumber}`;
  const states = {
    card: 'The boxes are held.',
    cash: `${number} is paid.`,
    bank: `${number} is waiting for the money.`,
  };
  return `${states[attempt.paymentMethod]}${mailed}`;
}

function renderLink({ attempt, order }: Taken, url: string, farmName: string): Html {
  const id = `link-${attempt.id}`;
  const phone = order?.customerPhone ?? attempt.customerPhone;
  const text = `${farmName}: please pay ${formatAmount(attempt.totalPence)} for ${formatBoxes(attempt.quantity)} here by ${formatEnd(attempt.endsAt)}: ${url}`;
  return html`<div class="form"><div class="field"><label for="${id}">Payment link</label><input id="${id}" type="text" readonly value="${url}" spellcheck="false"></div>
<div class="actions"><button class="button quiet" type="button" data-copies="${id}" hidden>Copy</button>
${phone !== null && html`<a class="button quiet" href="${toHref(`sms:${phone.replaceAll(/[^\d+]/g, '')}?body=${encodeURIComponent(text)}`)}">Send by text</a>`}</div></div>`;
}

function renderWaiting(waiting: Taken, { farmName, now }: TelephonePage): Html {
  const { attempt, order, url } = waiting;
  const name = order?.customerName ?? attempt.customerName ?? 'No name';
  const sum = formatAmount(attempt.totalPence);
  const isTransfer = attempt.paymentMethod === 'bank';
  const day = formatDay(londonDay(new Date(attempt.createdAt)), 'weekday');
  const sentences = [
    `${formatBoxes(attempt.quantity)}, ${labelWeekWithin(order ? order.week : attempt.week)}: ${sum} ${isTransfer ? 'by bank transfer' : 'by link'}`,
    ...(isTransfer ? [`Waiting ${describeWait(attempt.createdAt, now)}`] : []),
    ...listUntil(attempt).map(([term, until]) => `${term} ${until}`),
    `Taken on ${day} by ${attempt.takenBy}`,
  ];
  const of = html`<span class="visually-hidden">: ${name}</span>`;
  const act = (action: string, label: string) =>
    html`<form method="post" action="${TELEPHONE_PATH}/${attempt.id}/${action}"><button class="button quiet" type="submit">${label}${of}</button></form>`;
  const canMail = (order?.customerEmail ?? attempt.customerEmail) !== null;
  const again = canMail && act('send', 'Send the e-mail again');
  return html`<article id="waiting-${attempt.id}" aria-labelledby="name-${attempt.id}">
<h3 id="name-${attempt.id}">${name}${order && html`, <a href="${pathOfOrder(order.orderNumber)}">${order.orderNumber}</a>`}</h3>
<p>${sentences.join('. ')}.</p>
${
  order
    ? html`<p>When the money’s there, or to free its boxes, open <a href="${pathOfOrder(order.orderNumber)}">its page</a>.</p>${again}`
    : html`<details><summary>Link, e-mail, or let it go${of}</summary>
${url !== null && renderLink(waiting, url, farmName)}
<div class="actions">${again}${act('withdraw', 'Withdraw it')}</div></details>`
}
</article>`;
}
