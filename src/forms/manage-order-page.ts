import { formatDay, type IsoDay, parseDay } from '#domain/dates.ts';
import { labelWeek, weekLabel } from '#domain/delivery/weeks.ts';
import { keepTogether } from '#domain/keep-together.ts';
import { formatAmount } from '#domain/money.ts';
import {
  countMoneyLeft,
  describeReceipt,
  describeState,
  describeWayBack,
  findAgreedWeek,
  findLossToSettle,
  type OrderFacts,
} from '#domain/orders/describe-order.ts';
import { OWN_FIELDS, type OwnField } from '#domain/orders/order-changes.ts';
import { DELIVERY_FIELD_NAMES, DELIVERY_FIELDS } from '#domain/orders/order-fields.ts';
import { describeWeekLoss } from '#domain/orders/order-flags.ts';
import { type Parcel, trackingUrl } from '#domain/orders/parcels.ts';
import { PAGES, type PagePath } from '#domain/pages.ts';
import {
  type FormProblem,
  listProblems,
  renderErrorSummary,
  renderInput,
  renderSelect,
  renderTextarea,
} from './field.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { withPicture } from './state-pictures.ts';
import { renderSlip, ring } from './thank-you-page.ts';

/**
 * The buyer's own page of an order, behind the secret link in the confirmation. The service renders this into the built
 * page.
 */

export const MANAGE_ORDER_PATH = '/order' satisfies PagePath;

/** A stored order, as far as its buyer's page reads it. */
interface OwnOrder extends OrderFacts {
  readonly orderNumber: string;
  readonly version: number;
}

export interface ManagedOrder {
  readonly key: string;
  readonly order: OwnOrder;
  /** Whether the address is no longer shown, because a link can survive for a long time. */
  readonly isPrivate: boolean;
  /** The weeks to choose from, its own first; empty if nothing can be changed any more. */
  readonly weeks: readonly IsoDay[];
  /** Why and since when nothing can be changed any more. Null if something can, or was never paid for. */
  readonly closing: OrderClosing | null;
  /** The last day on which its bank transfer is waited for. */
  readonly heldUntil: IsoDay | null;
}

/** `last_day`: the day is the last one on which its buyer could change it. Else it is the day on which it happened. */
export type OrderClosing =
  | { readonly reason: 'last_day' | 'sent' | 'cancelled'; readonly day: IsoDay }
  | { readonly reason: 'week_closed' };

/** Every entry of the form, in its order. */
export const MANAGE_ORDER_FIELDS = ['deliveryWeek', ...OWN_FIELDS] as const;
export type ManageOrderField = (typeof MANAGE_ORDER_FIELDS)[number];

/** The values as typed. The week is its Monday. */
export type ManageOrderEntries = Readonly<Record<ManageOrderField, string>>;

export interface ManageOrderProblem {
  readonly message?: string | undefined;
  readonly fields: Readonly<Partial<Record<ManageOrderField, string>>>;
  /** The refused values; undefined if no change was requested. */
  readonly entries?: ManageOrderEntries | undefined;
}

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

const ORDER_FORM_HREF = `${PAGES['nordmann-branches'].path}#order-form`;

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
  const state = view.state === 'known' ? view.order.order.status : view.state;
  return `${MANAGE_ORDER_SLOT.start}${withPicture(state, keepTogether(markup.toString()))}${MANAGE_ORDER_SLOT.end}`;
}

function renderUnknown(phone: string): Html {
  return html`<h1>Open the link in your confirmation</h1>
<p>Use the link in your confirmation e-mail to see your order here. If you copy it, make sure you get all of it.</p>
<p>If you can’t find the e-mail, ${ring(phone)}, and we’ll find your order by your name and postcode.</p>`;
}

function renderEnded(phone: string): Html {
  return html`<h1>This link has expired</h1>
<p>You can see an order here until three months after its delivery week. After that the link stops working, so an old e-mail can’t show anyone your address.</p>
<p>If you have a question about your order, ${ring(phone)}. Your order number is in the confirmation e-mail.</p>`;
}

function renderOrder({ order, done, problem }: ManageOrderView & { state: 'known' }, phone: string): Html {
  const { closing, weeks, key, heldUntil } = order;
  const { orderNumber, parcels } = order.order;
  const loss = findLossToSettle(order.order);
  const [news, more] = loss ? describeWeekLoss(loss) : [`Order ${orderNumber}`, describeState(order.order)];
  return html`<h1>${news}</h1>
${done !== undefined && html`<p class="callout" role="status">${done}</p>`}
${problem !== undefined && html`<div class="form">${renderErrorSummary('manage-order', toFormProblem(problem))}</div>`}
<p>${more}</p>
${heldUntil !== null && html`<p>We’ll hold your order until the end of ${formatDay(heldUntil, 'full')}. If your transfer hasn’t come by then, we’ll let it go.</p>`}
${closing !== null && html`<p>${describeClosing(closing)}</p>`}
${parcels.length > 0 && html`<p class="links">${renderParcels(parcels)}</p>`}
${loss !== null && weeks.length > 0 && renderChanges(order, problem)}
${renderSlip(describeReceipt(order.order, order.isPrivate), loss === null ? undefined : orderNumber)}
${loss === null && html`<p class="links">${findExpectedWeek(order.order) !== null && html`<a class="button quiet" href="${MANAGE_ORDER_PATH}/week.ics?key=${key}">Add the week to your calendar</a>`}${renderAgain(order)}</p>${weeks.length > 0 && renderChanges(order, problem)}`}
${weeks.length === 0 && html`<p>If something isn’t right, ${ring(phone)} with your order number to hand.</p>`}`;
}

/** The week in which its boxes are still to come; null if they have come, won't, or need another week. */
export function findExpectedWeek(order: OrderFacts): IsoDay | null {
  const isToCome = order.status === 'pending' || order.status === 'processing';
  return isToCome ? parseDay(findAgreedWeek(order) ?? '') : null;
}

/** A second order, for which a script hands what is known to the order form, within the tab. Without it the form is empty. */
function renderAgain({ order, isPrivate }: ManagedOrder): Html {
  const delivery = DELIVERY_FIELD_NAMES.map((name) => [name, order[name]]);
  const entries = { ...Object.fromEntries(delivery), deliveryWeek: order.week, quantity: '1' };
  return html`<a class="button quiet" href="${ORDER_FORM_HREF}"${!isPrivate && html` data-again="${JSON.stringify(entries)}"`}>${order.status === 'cancelled' ? 'Order again' : 'Order more boxes'}</a>`;
}

/** Since when nothing can be changed any more. */
function describeClosing(closing: OrderClosing): string {
  if (closing.reason === 'week_closed')
    return 'We’ve closed your week, so you can’t change or cancel your order here any more.';
  const on = formatDay(closing.day, 'full');
  if (closing.reason === 'cancelled') return `It was cancelled on ${on}.`;
  if (closing.reason === 'last_day') return `The last day to change or cancel your order was ${on}.`;
  return `We sent them on ${on}.`;
}

/** A button for each parcel, by its number where there are several. */
function renderParcels(parcels: readonly Parcel[]): HtmlPart {
  return parcels.map(({ trackingNumber }) => {
    const which = parcels.length === 1 ? 'your parcel' : trackingNumber;
    return html`<a class="button" href="${trackingUrl(trackingNumber)}" rel="noreferrer">Track ${which}</a>`;
  });
}

/** Folded, unless its week was lost: then both ways are in sight, and only the address is folded. */
function renderChanges(managed: ManagedOrder, problem: ManageOrderProblem | undefined): Html {
  const { order, weeks } = managed;
  const entries = problem?.entries ?? readStored(managed);
  const errors = problem?.fields ?? {};
  const isLost = findLossToSettle(order) !== null;
  // The lost one cannot be chosen again.
  const offered = isLost ? weeks.filter((week) => week !== order.week) : weeks;
  const details = OWN_FIELDS.map((field) => renderTextField(field, entries[field], errors[field]));
  const isWrong = OWN_FIELDS.some((field) => errors[field] !== undefined);
  const form = html`<form class="form" action="${MANAGE_ORDER_PATH}/change" method="post" novalidate>
${renderHidden(managed)}
${renderWeek({ ...managed, weeks: offered }, entries.deliveryWeek, errors.deliveryWeek)}
${isLost ? fold('Change the address or the message too', html`<div class="form">${details}</div>`, isWrong) : details}
<button class="button" type="submit">Save the changes</button>
</form>`;
  const wayBack = `${formatAmount(countMoneyLeft(order))} back ${describeWayBack(order)}`;
  const cancel = html`<form class="form" action="${MANAGE_ORDER_PATH}/cancel" method="post">
${renderHidden(managed)}
<p>${isLost ? `We’ll cancel your order, and send ${wayBack}.` : `We’ll send ${wayBack}, and your place in that week will go to somebody else.`}</p>
<button class="button" type="submit">${isLost ? 'Have my money back' : 'Cancel the order'}</button>
</form>`;
  if (!isLost) {
    return html`${fold('Change the week or the address', form, problem?.entries !== undefined)}
${fold('Cancel the order', cancel)}`;
  }
  return html`${offered.length > 0 && html`<h2>Choose another week</h2>${form}`}
<h2>Have your money back</h2>
${cancel}`;
}

function fold(summary: string, content: HtmlPart, isOpen = false): Html {
  return html`<details class="fold"${isOpen && html` open`}><summary>${summary}</summary>
${content}</details>`;
}

/** The stored values of the form; empty where they are no longer shown. */
export function readStored({ order, isPrivate }: ManagedOrder): ManageOrderEntries {
  const stored = OWN_FIELDS.map((field) => [field, isPrivate ? '' : (order[field] ?? '')]);
  return { ...(Object.fromEntries(stored) as Record<OwnField, string>), deliveryWeek: order.week ?? '' };
}

function renderHidden({ key, order }: ManagedOrder): Html {
  return html`<input type="hidden" name="key" value="${key}"><input type="hidden" name="version" value="${order.version}">`;
}

/** A week that is no longer available is not an option, and none is selected in its place. */
function renderWeek(
  { weeks, order: { week } }: ManagedOrder,
  chosen: string,
  message: string | undefined,
): Html {
  const field = { id: controlId('deliveryWeek'), name: 'deliveryWeek', label: 'Delivery week', message };
  const isOffered = weeks.includes(chosen as IsoDay);
  const blank = week === null ? labelWeek(null) : 'Please choose a week';
  const offered = weeks.map((each) => [each as string, weekLabel({ id: each })] as const);
  return renderSelect(
    field,
    isOffered && week !== null ? offered : [['', blank], ...offered],
    isOffered ? chosen : '',
  );
}

function renderTextField(name: OwnField, entry: string, message: string | undefined): Html {
  const { label, longest, kind } = DELIVERY_FIELDS[name];
  const field = { id: controlId(name), name, label, longest, message };
  return kind === 'lines'
    ? renderTextarea({ ...field, attributes: html`rows="${name === 'shippingAddress' ? 2 : 3}"` }, entry)
    : renderInput({ ...field, attributes: html`type="text"` }, entry);
}

function controlId(field: ManageOrderField): string {
  return field === 'deliveryWeek' ? 'own-week' : `own-${field}`;
}

/** For the summary at the top of the page. */
function toFormProblem({ message, fields }: ManageOrderProblem): FormProblem {
  return {
    messages: message === undefined ? [] : [message],
    fields: listProblems(MANAGE_ORDER_FIELDS, fields, controlId),
  };
}
