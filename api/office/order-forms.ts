import { parseDay } from '#domain/dates.ts';
import { labelWeek, labelWeekWithRoom, type WeekAvailability } from '#domain/delivery/weeks.ts';
import { formatAmount } from '#domain/money.ts';
import { pathOfOrder } from '#domain/office.ts';
import { countBoxes, countMoneyLeft, isFullyRefunded, priceRefund } from '#domain/orders/describe-order.ts';
import { EDITED_FIELDS, LONGEST_NOTE, listEditableFields } from '#domain/orders/order-changes.ts';
import { DELIVERY_FIELDS, type DeliveryField, isOptionalField } from '#domain/orders/order-fields.ts';
import { listNextStatuses, type OrderStatus, statusLabel } from '#domain/orders/order-status.ts';
import { describeHandBack } from '#domain/orders/payment-method.ts';
import type { Role } from '#domain/people.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { type FormProblem, renderInput, renderSelect, renderTextarea } from '#forms/field.ts';
import { type Html, type HtmlPart, html } from '#forms/html.ts';
import { renderDetail } from '#forms/telephone-form.ts';
import type { Entries } from '../http/request-body.ts';
import type { Order } from '../orders/orders-repository.ts';
import { listNumbers } from '../orders/parcels.ts';

/** What the forms of an order's page need to know. */
export interface OrderFormsPage {
  readonly order: Order;
  readonly role: Role;
  readonly weeks: readonly WeekAvailability[];
  /** The query of the list that the page was opened from. */
  readonly list: string;
  /** Makes each refund one, however often its form is sent. */
  readonly requestId: string;
  readonly refused: RefusedForm | null;
}

/** `posted` is the short one for a parcel that goes. */
export type OrderForm = 'change' | 'posted' | 'refund' | 'cancel';

/** A form that came back. */
export interface RefusedForm {
  readonly form: OrderForm;
  readonly entries: Entries;
  readonly fields: Readonly<Record<string, string>>;
  readonly problem: FormProblem;
  /** Whether nobody knows if the money has gone back. */
  readonly isUnknown: boolean;
}

/** Where a form of the page is sent. */
export function pathTo({ order, list }: Pick<OrderFormsPage, 'order' | 'list'>, step = ''): string {
  return `${pathOfOrder(order.orderNumber)}${step}${list && `?${new URLSearchParams({ list })}`}`;
}

export function controlId(field: string): string {
  return `order-${field}`;
}

export function renderHidden(entries: Entries): Html[] {
  return Object.entries(entries).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

const LABELS: Readonly<Record<string, string>> = {
  status: 'Status',
  deliveryWeek: 'Delivery week',
  trackingNumbers: 'Tracking numbers, one a line',
  internalNote: 'Our own note',
};

/** What a field of the change is called. */
export function nameField(name: string): string {
  return LABELS[name] ?? DELIVERY_FIELDS[name as DeliveryField].farmLabel;
}

/** The statuses that the form offers. Cancelling has a form of its own, because of the money. */
function listSteps({ order, role }: OrderFormsPage): OrderStatus[] {
  const { status, paymentStatus } = order;
  if (status === 'cancelled' && role === 'packer') return [];
  const facts = { status, isPaid: paymentStatus === 'succeeded', isRefunded: isFullyRefunded(order) };
  return listNextStatuses(facts).filter((step) => step !== 'cancelled');
}

/** The fields that a role may change of an order as it is, with what they have now. */
export function listEntries(page: OrderFormsPage): Entries {
  const { order, role } = page;
  const { status, week, paymentStatus } = order;
  const isOpen = status === 'pending' || status === 'processing';
  const names = role === 'owner' ? listEditableFields(status) : [];
  return {
    ...(listSteps(page).length > 0 && { status }),
    ...(isOpen && { deliveryWeek: week ?? '' }),
    ...(status !== 'cancelled' &&
      paymentStatus === 'succeeded' && { trackingNumbers: listNumbers(order.parcels).join('\n') }),
    ...Object.fromEntries(names.map((name) => [name, order[name] ?? ''])),
    ...(role === 'owner' && { internalNote: order.internalNote ?? '' }),
  };
}

/** The one form for whatever can be changed, with what it showed, so that only what differs is changed. */
export function renderChange(page: OrderFormsPage): Html {
  const { order, role, refused } = page;
  const mine = refused?.form === 'change' ? refused : null;
  const shown = listEntries(page);
  if (Object.keys(shown).length === 0) return html`<p>It can no longer be changed.</p>`;
  const entries: Entries = { ...shown, ...mine?.entries };
  const has = (name: string) => name in shown;
  const field = (name: string) => ({
    id: controlId(name),
    name,
    label: nameField(name),
    message: mine?.fields[name],
  });
  const steps = [order.status, ...listSteps(page)].map((step) => [step, statusLabel(step)] as const);
  const off = html`autocomplete="off"`;
  const summary = [
    has('status') && 'status',
    has('deliveryWeek') && 'week',
    role === 'packer' && has('trackingNumbers') && 'tracking number',
    has('shippingAddress') ? 'address' : has('customerEmail') && 'e-mail address',
    has('internalNote') && 'note',
  ]
    .filter((each) => each !== false)
    .join(', ');
  return html`<details${mine && html` open`}><summary>${summary.replace(/^./, (letter) => letter.toUpperCase())} …</summary>
<form class="form" id="change" method="post" action="${pathTo(page)}" novalidate>
${renderHidden({ form: 'change', version: String(order.version), was: JSON.stringify(shown) })}
<p class="hint">${order.customerEmail === null && role === 'owner' ? 'The buyer has no e-mail address, so please tell them yourself.' : 'We e-mail the buyer once, if it’s something they’d want to know.'}${has('trackingNumbers') && ' Add a tracking number and it’s sent; put it back to Processing and its numbers are gone.'}${has('shippingAddress') && ' A label already made keeps the old address: change it in Click & Drop as well.'}</p>
${has('status') && renderSelect({ ...field('status'), attributes: html`class="short"` }, steps, entries.status)}
${has('deliveryWeek') && renderSelect(field('deliveryWeek'), listWeeks(page), entries.deliveryWeek)}
${has('trackingNumbers') && renderTextarea({ ...field('trackingNumbers'), attributes: html`rows="${Math.min(order.quantity, 3)}" ${off} autocapitalize="characters" spellcheck="false"` }, entries.trackingNumbers)}
${EDITED_FIELDS.filter(has).map((name) => renderDetail(name, { ...field(name), label: `${nameField(name)}${isOptionalField(name) ? ' (optional)' : ''}` }, entries[name]))}
${has('internalNote') && renderTextarea({ ...field('internalNote'), hint: 'For the farm only: never printed, e-mailed or shown to the buyer. You can search for it.', longest: LONGEST_NOTE, attributes: html`rows="2" ${off}` }, entries.internalNote)}
${renderReason('reason', mine)}
<button class="button" type="submit">Save</button>
</form></details>`;
}

function renderReason(
  id: string,
  mine: RefusedForm | null,
  label = 'Reason (optional)',
  hint?: string,
): Html {
  const field = {
    id: controlId(id),
    name: 'reason',
    label,
    hint,
    longest: 500,
    message: mine?.fields.reason,
  };
  return renderInput({ ...field, attributes: html`type="text" autocomplete="off"` }, mine?.entries.reason);
}

/** The weeks that it can move to, and its own, which the shop may no longer offer. */
function listWeeks({ order, weeks }: OrderFormsPage): (readonly [value: string, name: string])[] {
  const current = order.week ?? '';
  const { left } = countBoxes(order);
  const others = weeks
    .filter(({ id, boxesLeft }) => id === current || boxesLeft === null || boxesLeft >= left)
    .map((week) => [week.id as string, labelWeekWithRoom(week)] as const);
  return parseDay(current) !== null && others.some(([id]) => id === current)
    ? others
    : [[current, labelWeek(order.week)], ...others];
}

/** Refunding boxes or a sum, and cancelling, each with what it costs. */
export function renderMoneyBack(page: OrderFormsPage): HtmlPart {
  return [renderRefund(page), canCancel(page.order) && renderCancel(page)];
}

function canCancel({ status }: Order): boolean {
  return status === 'pending' || status === 'processing';
}

/** The forms that the page has, by their ids: a link to one opens it. */
export function listForms(page: OrderFormsPage): (readonly [id: string, name: string])[] {
  const { order, role } = page;
  const forms = [
    ['change', 'Change', Object.keys(listEntries(page)).length > 0],
    ['refund', 'Refund', role === 'owner' && countMoneyLeft(order) > 0],
    ['cancel', 'Cancel', role === 'owner' && canCancel(order)],
  ] as const;
  return forms.flatMap(([id, name, isThere]) => (isThere ? [[id, name]] : []));
}

function renderRefund(page: OrderFormsPage): HtmlPart {
  const { order, refused, requestId } = page;
  const mine = refused?.form === 'refund' ? refused : null;
  const left = {
    boxes: countBoxes(order).left,
    pence: countMoneyLeft(order),
    unitPence: order.unitPricePence,
  };
  if (order.paymentStatus === 'succeeded' && order.paidCurrency !== 'gbp') {
    return html`<p>This wasn’t paid in pounds. Please refund it on Stripe’s own pages.</p>`;
  }
  if (left.pence === 0) return null;
  const boxes = Array.from({ length: left.boxes }, (_, index) => {
    const count = index + 1;
    const all = count === left.boxes ? ', all that’s left' : '';
    return [String(count), `${formatBoxes(count)}${all}: ${formatAmount(priceRefund(left, count))}`] as const;
  });
  const count = {
    id: controlId('boxes'),
    name: 'boxes',
    label: 'What goes back?',
    message: mine?.fields.boxes,
  };
  const sum = {
    id: controlId('goodwill'),
    name: 'goodwill',
    label: 'Another sum, in pounds',
    message: mine?.fields.goodwill,
    attributes: html`class="short" type="text" inputmode="decimal" autocomplete="off" maxlength="12"`,
  };
  const isOwed = order.status === 'cancelled';
  return html`<details${(mine || isOwed) && html` open`}><summary>Refund boxes, or a sum</summary>
<form class="form" id="refund" method="post" action="${pathTo(page, '/refund')}" novalidate>
${renderHidden({ version: String(order.version), requestId })}
${renderSelect(count, [...boxes, ['', 'Another sum, as goodwill: they keep their boxes']], mine?.entries.boxes ?? (isOwed ? String(left.boxes) : '1'))}
${renderInput(sum, mine?.entries.goodwill)}
${renderReason('refund-reason', mine, 'Reason', 'Another sum needs one, for the books.')}
<p>${describeHandBack(order.paymentMethod) ?? 'The money goes back to the card they paid with, in 5 to 10 working days.'} ${describeNews(order)} It can’t be undone.${(order.status === 'processing' || order.status === 'pending') && ' Refunding every box cancels the order.'}</p>
<button class="button" type="submit">Refund</button>
</form></details>`;
}

function renderCancel(page: OrderFormsPage): Html {
  const { order, refused, requestId } = page;
  const mine = refused?.form === 'cancel' ? refused : null;
  const left = formatAmount(countMoneyLeft(order));
  const canRefund = countMoneyLeft(order) > 0 && order.dispute !== 'open';
  const handBack = describeHandBack(order.paymentMethod);
  const later = canRefund ? 'Cancel, refund later' : 'Cancel the order';
  return html`<details${mine && html` open`}><summary>Cancel the order</summary>
<form class="form" id="cancel" method="post" action="${pathTo(page, '/cancel')}" novalidate>
${renderHidden({ version: String(order.version), requestId })}
<p>${describeNews(order)}${canRefund && ' If you refund it later, the order stays in ‘Needs a look’ until you have.'}${canRefund && handBack !== null && ` ${handBack}`}</p>
${renderReason('cancel-reason', mine)}
<div class="actions">${canRefund && html`<button class="button" type="submit" name="money" value="refund">Cancel and refund ${left}</button>`}
<button class="button${canRefund && ' quiet'}" type="submit" name="money" value="later">${later}</button></div>
</form></details>`;
}

function describeNews({ customerEmail }: Order): string {
  return customerEmail === null
    ? 'The buyer has no e-mail address: please tell them yourself.'
    : 'The buyer is told by e-mail.';
}
