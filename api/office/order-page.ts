import { formatDay, type IsoDay } from '#domain/dates.ts';
import { labelWeek, labelWeekWithin } from '#domain/delivery/weeks.ts';
import { toHref } from '#domain/links.ts';
import { KEY_PLACEHOLDERS, MAILS, readMailKind } from '#domain/mails.ts';
import { formatAmount, toPence } from '#domain/money.ts';
import { pathOfOrder } from '#domain/office.ts';
import {
  countBoxes,
  countMoneyLeft,
  countMoneyOwed,
  describeBoxes,
  describeState,
  listFacts,
} from '#domain/orders/describe-order.ts';
import type { FarmChange, OrderEvent } from '#domain/orders/order-changes.ts';
import { describePlace, listAddress, listWords, nameOnParcel } from '#domain/orders/order-fields.ts';
import { describeFlags, findWeekLoss, hasFlag, type OrderFlagCode } from '#domain/orders/order-flags.ts';
import { describeEvent, formatEventTime, formatOrderTime } from '#domain/orders/order-history.ts';
import { needsLook, type OrderListItem } from '#domain/orders/order-list.ts';
import { statusLabel } from '#domain/orders/order-status.ts';
import { trackingUrl } from '#domain/orders/parcels.ts';
import { describeWait, METHOD_WORDS } from '#domain/orders/payment-method.ts';
import { PAGES } from '#domain/pages.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { renderErrorSummary, renderTextarea } from '#forms/field.ts';
import { type Html, type HtmlPart, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import { renderSearchForm } from '#forms/search-form.ts';
import { TELEPHONE_PATH } from '#forms/telephone-form.ts';
import { renderReceipt } from '#forms/thank-you-page.ts';
import { explainFailure } from '../mail/explain-failure.ts';
import { type MailProblem, mailControlId, renderMailCorrection } from '../mail/mails-page.ts';
import type { OutboxMail } from '../mail/outbox-repository.ts';
import type { Order } from '../orders/orders-repository.ts';
import {
  controlId,
  listForms,
  type OrderFormsPage,
  pathTo,
  type RefusedForm,
  renderChange,
  renderHidden,
  renderMoneyBack,
} from './order-forms.ts';

/** The page of one order, where the farm sees and does whatever there is to do with it. */
export interface OrderPage extends OrderFormsPage {
  readonly item: OrderListItem;
  /** Its history, the oldest first, with what its buyer was told. Empty for packers. */
  readonly events: readonly OrderEvent[];
  readonly mails: readonly OutboxMail[];
  readonly canUndo: boolean;
  readonly canTakeBackMoney: boolean;
  /** The last day on which its bank transfer is waited for. */
  readonly lastDay: IsoDay | null;
  readonly now: Date;
  readonly others: readonly Order[];
  readonly done: string | null;
  /** Whether that was taking something back, so that it isn't offered again beside it. */
  readonly isUndone: boolean;
  readonly mailProblem: MailProblem | null;
}

/** Below the number: how far it is, and whose. */
export function describeHead({ item }: OrderPage): string {
  return [
    statusLabel(item.status),
    formatBoxes(item.boxes.left),
    labelWeekWithin(item.deliveryWeek),
    item.customerName || nameOnParcel(item),
  ].join(', ');
}

export function renderOrder(page: OrderPage): Html {
  const { done, isUndone, refused, role, canUndo, mailProblem, item, list } = page;
  const isOwner = role === 'owner';
  const back = `${PAGES['admin/orders'].path}${list && `?${list}`}#${item.orderNumber}`;
  const problem =
    refused?.problem ??
    (mailProblem && {
      fields: [{ controlId: mailControlId(mailProblem.mailId), message: mailProblem.message }],
    });
  return html`<p class="links"><a href="${back}">Back<span class="visually-hidden"> to the orders</span></a>${listForms(page).map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</p>
${done !== null && html`<div class="callout" role="status"><p>${done}</p>${canUndo && !isUndone && renderStep(page, '/undo', {}, 'Undo')}</div>`}
${refused?.isUnknown && renderAskAgain(page, refused)}
<div class="halves stack">
<section class="panel" aria-labelledby="now"><h2 id="now">To do now</h2>
${problem && html`<div class="form">${renderErrorSummary('order', problem)}</div>`}
${renderNow(page)}</section>
<section class="order-facts second" aria-labelledby="facts"><h2 id="facts">The order</h2>
${renderFacts(page)}</section>
<section aria-labelledby="forms"><h2 id="forms">Change this order</h2>
${renderChange(page)}
${isOwner && renderMoneyBack(page)}
${isOwner && renderNotArrived(page)}
${isOwner && html`<p><a class="button quiet" href="${TELEPHONE_PATH}?order=${item.id}">Take another order for this buyer</a></p>`}</section>
${isOwner && renderHistory(page)}
</div>`;
}

function renderStep(
  page: OrderPage,
  step: string,
  entries: Readonly<Record<string, string>>,
  label: HtmlPart,
): Html {
  const hidden = { version: String(page.order.version), ...entries };
  return html`<form method="post" action="${pathTo(page, step)}">${renderHidden(hidden)}<button class="button quiet" type="submit">${label}</button></form>`;
}

/** The same refund again: with its id, it is paid once. */
function renderAskAgain(page: OrderPage, { form, entries }: RefusedForm): Html {
  return html`<div class="callout trouble"><p class="lead">We don’t know yet whether the money has gone back. Ask again: nothing is paid twice.</p>
<form method="post" action="${pathTo(page, `/${form}`)}">${renderHidden(entries)}<button class="button" type="submit">Ask again</button></form></div>`;
}

/** What only the farm can decide or know. */
const DECISIONS = [
  { code: 'fraud_warning', label: 'Send it all the same', entries: { ignoresFraudWarning: '1' } },
  {
    code: 'second_payment',
    label: 'I have refunded the other payment',
    entries: { settles: 'second_payment' },
  },
  { code: 'dispute_lost', label: 'Settled, send nothing', entries: { settles: 'dispute_lost' } },
] as const satisfies readonly {
  code: OrderFlagCode;
  label: string;
  entries: Partial<Record<keyof FarmChange, string>>;
}[];

function renderNow(page: OrderPage): HtmlPart {
  const parts = [
    needsLook(page.item) && renderLook(page),
    ...renderUndelivered(page),
    renderPayment(page),
    renderSending(page),
    renderRing(page),
  ].filter((part) => part !== false && part !== null);
  return parts.length > 0
    ? parts
    : html`<p>Nothing: ${page.item.status === 'cancelled' ? 'it’s cancelled' : 'it has arrived'}.</p>`;
}

function renderLook(page: OrderPage): Html {
  const { order, item, role } = page;
  const { flags, labelProblem, status } = item;
  const isOwner = role === 'owner';
  const canRefund = isOwner && order.dispute !== 'open' && countMoneyLeft(order) > 0;
  return html`<div class="callout trouble">
${flags.length > 0 && html`<p class="lead">Look at this first: ${describeFlags(flags)}</p>`}
${labelProblem !== null && status === 'processing' && html`<p class="lead">Buy its label by hand, and enter its number below. ${labelProblem}</p>`}
<div class="actions">
${findWeekLoss(flags) !== null && html`<a class="button" href="#${controlId('deliveryWeek')}">Move to another week</a>`}
${canRefund && html`<a class="button quiet" href="#${controlId('boxes')}">Refund</a>`}
${isOwner && DECISIONS.filter(({ code }) => hasFlag(flags, code)).map(({ label, entries }) => renderStep(page, '', entries, label))}
</div></div>`;
}

/** The last of each kind, which says what those before it said. */
function renderUndelivered({ mails }: OrderPage): Html[] {
  return mails
    .filter(({ state, sentAgainAs }) => state === 'failed' && sentAgainAs === null)
    .filter(
      ({ kind, createdAt }, _, all) => !all.some((mail) => mail.kind === kind && mail.createdAt > createdAt),
    )
    .map(({ id, kind, lastError }) => {
      const what = readMailKind(kind).undelivered ?? MAILS[kind].name;
      return html`<p class="callout trouble"><strong>${what} didn’t arrive.</strong> ${explainFailure(lastError ?? '')} <a href="#${mailControlId(id)}">Send it again</a></p>`;
    });
}

function renderPayment(page: OrderPage): HtmlPart {
  const { order, role, item, lastDay, now } = page;
  const { paymentStatus, paymentMethod, status } = order;
  if (paymentStatus === 'failed')
    return html`<p class="callout trouble lead">The payment failed: don’t send it.</p>`;
  const owed = countMoneyOwed(order);
  if (owed > 0 && role === 'owner' && !hasFlag(item.flags, 'cancelled_unrefunded', 'cancelled_by_buyer')) {
    return html`<p class="callout trouble lead">${formatAmount(owed)} is to go back to the buyer.</p>`;
  }
  if (paymentStatus !== 'processing') return null;
  if (paymentMethod === 'bank' && status === 'cancelled' && role === 'owner') {
    return html`<p>It lapsed or was cancelled before its bank transfer came. If the money still comes, say so here: you can send the order after all, or give the money back.</p>${renderArrived(page)}`;
  }
  if (status !== 'pending') return null;
  if (paymentMethod === 'card')
    return html`<p class="callout trouble lead">The payment hasn’t come through yet: don’t send it.</p>`;
  const until = lastDay && ` Its boxes are held until the end of ${formatDay(lastDay, 'full')}.`;
  return html`<div class="callout trouble"><p class="lead">The bank transfer hasn’t arrived: don’t send it yet.</p>
<p>Waiting ${describeWait(order.createdAt, now)}.${until}</p>
${role === 'owner' && renderArrived(page)}</div>`;
}

function renderArrived(page: OrderPage): Html {
  const { order } = page;
  return html`<details><summary class="button">The money has arrived</summary><p>${formatAmount(order.totalPence)} is in the farm’s account?</p>${renderStep(page, '/money/arrived', {}, 'Yes, it’s there')}</details>`;
}

function renderNotArrived(page: OrderPage): HtmlPart {
  if (!page.canTakeBackMoney) return null;
  return html`<details><summary>The money hasn’t arrived after all</summary><p>${page.order.status === 'cancelled' ? 'The order stays cancelled, and no money is owed for it.' : 'The order waits for its bank transfer again, with all its days, and we ask the buyer for it again.'}</p>${renderStep(page, '/money/back', {}, 'Yes, take it back')}</details>`;
}

function renderSending(page: OrderPage): HtmlPart {
  const { order, item, refused } = page;
  if (item.status === 'shipped') {
    return html`<p>It’s on its way${item.parcels.length === 0 && ', without a tracking number'}.</p>${renderStep(page, '', { status: 'delivered' }, 'It has arrived')}`;
  }
  if (item.status !== 'processing' || order.paymentStatus !== 'succeeded') return null;
  const mine = refused?.form === 'posted' ? refused : null;
  const one = item.boxes.left === 1;
  const numbers = {
    id: controlId('posted'),
    name: 'trackingNumbers',
    label: `Tracking number${one ? '' : 's, one a line'} (optional)`,
    message: mine?.fields.trackingNumbers,
    attributes: html`rows="${Math.min(item.boxes.left, 3)}" autocomplete="off" autocapitalize="characters" spellcheck="false"`,
  };
  return html`${
    item.deliveryWeek !== null &&
    html`<p><a class="button quiet" href="${PAGES['admin/packing'].path}?week=${item.deliveryWeek}&amp;view=slips&amp;order=${item.orderNumber}">Print the packing slip</a></p>`
  }
<form class="form" method="post" action="${pathTo(page)}" novalidate>
${renderHidden({ form: 'posted', version: String(order.version), status: 'shipped' })}
${renderTextarea(numbers, mine?.entries.trackingNumbers)}
<button class="button${needsLook(item) && html` quiet`}" type="submit">Mark as sent</button>
</form>`;
}

/** Who has no e-mail address hears nothing unless somebody rings. */
function renderRing({ order, role }: OrderPage): HtmlPart {
  const { customerEmail, customerPhone } = order;
  if (role !== 'owner' || customerEmail !== null || customerPhone === null) return null;
  return html`<p>The buyer has no e-mail address, so please tell them yourself. <a class="button quiet" href="${toHref(`tel:${customerPhone}`)}">Ring ${customerPhone}</a></p>`;
}

function renderFacts({ order, item, role, others }: OrderPage): Html {
  const isOwner = role === 'owner';
  // Whoever packs or rings wants to know where and who; the page's heading has boxes and week.
  const parcels = item.parcels.map(
    ({ trackingNumber, sentAt }, index) =>
      html`${index > 0 && html`<br>`}<a href="${trackingUrl(trackingNumber)}" rel="noreferrer">${trackingNumber}</a>, ${formatEventTime(new Date(sentAt))}`,
  );
  const facts: (readonly [string, HtmlPart])[] = isOwner
    ? [
        ['Deliver to', listAddress(order).join('\n') || 'Not given yet'],
        ...listWords(order, 'farmLabel'),
        ['Buyer', renderContacts(order)],
        ...listFacts(order).toSpliced(-1, 0, ['Payment', describePayment(order).join('\n')]),
      ]
    : [
        ['Deliver to', `${nameOnParcel(item)}\n${describePlace(item)}`],
        ...listWords(item, 'farmLabel'),
        ['Boxes', describeBoxes(countBoxes(order))],
        ['Delivery', labelWeek(order.week)],
      ];
  if (parcels.length > 0) facts.push([parcels.length === 1 ? 'Parcel' : 'Parcels', parcels]);
  if (item.internalNote !== null) facts.push(['Our own note', item.internalNote]);
  facts.push(['Ordered', renderLondonTime(item.createdAt)], ['Order id', item.id]);
  return html`${renderReceipt(facts)}
${isOwner && html`<p class="hint">The buyer’s own page says: “${describeState(order)}”</p>`}
${others.length > 0 && html`<h3>Other orders of this buyer</h3><ul class="links plain">${others.map(renderOther)}</ul>`}`;
}

function renderOther(order: Order): Html {
  return html`<li><a href="${pathOfOrder(order.orderNumber)}">${order.orderNumber}</a> ${statusLabel(order.status)}, ${describeBoxes(countBoxes(order))}, ${labelWeekWithin(order.week)}</li>`;
}

function renderContacts({ customerName, customerEmail, customerPhone }: Order): Html {
  return html`${customerName ?? 'No name'}<br>${customerEmail === null ? 'No e-mail address' : html`<a href="${toHref(`mailto:${customerEmail}`)}">${customerEmail.split(/(?=@)/).map((part) => html`<wbr>${part}`)}</a>`}${customerPhone !== null && html`<br><a href="${toHref(`tel:${customerPhone}`)}">${customerPhone}</a>`}`;
}

function describePayment(order: Order): string[] {
  const { paymentStatus, paymentMethod, paidAmount, paidCurrency, takenBy, dispute } = order;
  const paid =
    paidCurrency === 'gbp' ? `${formatAmount(toPence(paidAmount))} paid` : 'Paid in another currency';
  const states = {
    succeeded: `${paid} ${METHOD_WORDS[paymentMethod]}`,
    processing: paymentMethod === 'bank' ? 'Bank transfer, not arrived' : 'Still being processed',
    failed: 'Failed',
  };
  return [
    states[paymentStatus],
    ...(takenBy === null ? [] : [`Taken by ${takenBy}, by phone`]),
    ...(dispute === 'open' ? ['Disputed by the buyer’s bank'] : []),
  ];
}

function renderHistory(page: OrderPage): Html {
  const { events, mails, order } = page;
  const lines = [
    ...events.map((event) => [event.at, renderEvent(event)] as const),
    ...mails.map((mail) => [mail.sentAt ?? mail.createdAt, renderMail(page, mail)] as const),
  ].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const isConfirmed =
    order.customerEmail !== null && order.paymentStatus === 'succeeded' && order.status !== 'cancelled';
  return html`<section class="order-history" aria-labelledby="history"><h2 id="history">History, and what the buyer was told</h2>
${lines.length === 0 ? html`<p>Nothing yet.</p>` : html`<ol class="lined plain">${lines.map(([at, line]) => html`<li><time class="hint" datetime="${at}">${formatEventTime(new Date(at))}</time>${line}</li>`)}</ol>`}
${isConfirmed && renderStep(page, '/confirmation', {}, 'Send an up-to-date confirmation')}</section>`;
}

function renderEvent(event: OrderEvent): Html {
  return html`<div>${describeEvent(event)}${event.reason !== null && html` <q>${event.reason}</q>`}</div>`;
}

function renderMail(page: OrderPage, mail: OutboxMail): Html {
  const { id, kind, state, recipient, subject, textBody, sentAgainAs } = mail;
  const path = pathTo(page, `/mails/${id}`);
  const text = Object.values(KEY_PLACEHOLDERS).reduce(
    (body, placeholder) => body.replaceAll(placeholder, '…'),
    textBody,
  );
  const canUndo =
    page.canUndo && state === 'waiting' && mail.attempts === 0 && readMailKind(kind).waits === true;
  return html`<div><details${page.mailProblem?.mailId === id && html` open`}><summary>${MAILS[kind].name}${recipient !== '' && `, to ${recipient}`}: ${describeMailState(mail)}</summary>
${
  sentAgainAs === null &&
  textBody !== '' &&
  html`<form class="actions" method="post" action="${path}"><button class="button quiet" type="submit" name="action" value="${state === 'sent' ? 'copy' : 'retry'}">${state === 'sent' ? 'Send it once more' : 'Send it again now'}</button></form>
${renderMailCorrection(mail, path, page.order.customerEmail, page.mailProblem)}`
}
${textBody === '' ? html`<p class="hint">Its words are gone: we don’t keep those of old e-mails.</p>` : html`<p><strong>${subject}</strong></p><blockquote class="words">${text.trim()}</blockquote>`}
</details>${canUndo && renderStep(page, '/undo', {}, 'Take it back')}</div>`;
}

function describeMailState({ state, attempts, nextAttemptAt, lastError, sentAgainAs }: OutboxMail): string {
  if (state === 'sent') return sentAgainAs === null ? 'sent' : 'sent, and sent again since';
  const reason = explainFailure(lastError ?? '');
  if (state === 'failed')
    return sentAgainAs === null ? `not delivered. ${reason}` : 'not delivered, and sent again since';
  const at = formatOrderTime(new Date(nextAttemptAt));
  return attempts === 0 || lastError === null
    ? `waits until ${at}`
    : `not delivered yet. ${reason} We’ll try again at ${at}`;
}

/** For a number that no order has. */
export function renderUnknownOrder(typed: string): Html {
  return html`<p>There’s no order “${typed}”. A number looks like BB-7F3M-2Q9: seven letters and digits, without 0, 1, I and O.</p>
${renderOrderSearch(typed)}`;
}

/** A search over all orders, from any page of the office. */
export function renderOrderSearch(typed: string): Html {
  const { path } = PAGES['admin/orders'];
  return renderSearchForm({ path, label: 'Search all orders', hint: 'Name or number', typed });
}
