import type { IsoDay } from '#domain/dates.ts';
import { weekLabel } from '#domain/delivery/weeks.ts';
import { type Pence, toPounds } from '#domain/money.ts';
import { DELIVERY_FIELDS } from '#domain/orders/order-fields.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { PagePath } from '#domain/pages.ts';
import { type FormProblem, renderInput, renderSelect, renderTextarea } from './field.ts';
import { type Html, html } from './html.ts';

/** An order as its buyer sees it, and the forms on their own page: another week or address, and the cancellation. */

export const MANAGE_ORDER_PATH = '/order' satisfies PagePath;

/** The entries of the address form. */
export const ADDRESS_FIELDS = [
  'customerName',
  'shippingAddress',
  'shippingCity',
  'shippingPostcode',
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

export interface ManagedOrder {
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
  /** Null once nothing is to be delivered any more: a link can lie about for long. */
  readonly address: Readonly<Record<AddressField, string>> | null;
  readonly trackingNumber: string | null;
  /** Weeks that it could be moved to, its own first; empty when nothing can be changed any more. */
  readonly weeks: readonly IsoDay[];
}

/** Every entry of the form, in its order. */
export const MANAGE_ORDER_FIELDS = ['deliveryWeek', ...ADDRESS_FIELDS] as const;
export type ManageOrderField = (typeof MANAGE_ORDER_FIELDS)[number];

/** What was entered, as it was typed; the week is its Monday. */
export type ManageOrderEntries = Readonly<Record<ManageOrderField, string>>;

export interface ManageOrderProblem {
  readonly message?: string | undefined;
  readonly fields: Readonly<Partial<Record<ManageOrderField, string>>>;
  /** What was entered and not taken; undefined where it was no change that was asked for. */
  readonly entries?: ManageOrderEntries | undefined;
}

const LABELS: Record<Exclude<ManageOrderField, 'deliveryWeek'>, string> = {
  customerName: 'Name',
  shippingAddress: 'House number and street',
  shippingCity: 'Town or city',
  shippingPostcode: 'Postcode',
};

export function renderChanges(order: ManagedOrder, problem: ManageOrderProblem | undefined): Html {
  const entries = problem?.entries ?? readStored(order);
  const errors = problem?.fields ?? {};
  return html`<h2>Change your order</h2>
<details ${problem?.entries !== undefined && html`open`}><summary>Another week or address</summary>
<form class="form" action="${MANAGE_ORDER_PATH}/change" method="post" novalidate>
${renderHidden(order)}
${renderWeek(order, entries.deliveryWeek, errors.deliveryWeek)}
${ADDRESS_FIELDS.map((field) => renderAddressField(field, entries[field], errors[field]))}
<button class="button" type="submit">Save the changes</button>
</form></details>
<details><summary>Cancel the order</summary>
<form class="form" action="${MANAGE_ORDER_PATH}/cancel" method="post">
${renderHidden(order)}
<p>Your boxes go to somebody else, and your £${toPounds((order.total - order.refunded) as Pence)} back to your card.</p>
<button class="button" type="submit">Cancel the order</button>
</form></details>`;
}

function readStored({ week, address }: ManagedOrder): ManageOrderEntries {
  const nowhere = { customerName: '', shippingAddress: '', shippingCity: '', shippingPostcode: '' };
  return { deliveryWeek: week ?? '', ...(address ?? nowhere) };
}

function renderHidden({ key, version }: ManagedOrder): Html {
  return html`<input type="hidden" name="key" value="${key}"><input type="hidden" name="version" value="${version}">`;
}

/** A week that cannot be chosen any more is no choice, and no other one is made in its place. */
function renderWeek({ weeks, week }: ManagedOrder, chosen: string, message: string | undefined): Html {
  const field = { id: controlId('deliveryWeek'), name: 'deliveryWeek', label: 'Delivery week', message };
  const isOffered = weeks.includes(chosen as IsoDay);
  const blank = week === null ? 'Week to be agreed' : 'Please choose a week';
  const offered = weeks.map((each) => [each as string, weekLabel({ id: each })] as const);
  return renderSelect(
    { ...field, attributes: html`class="short"` },
    isOffered && week !== null ? offered : [['', blank], ...offered],
    isOffered ? chosen : '',
  );
}

function renderAddressField(name: AddressField, entry: string, message: string | undefined): Html {
  const { longest, kind } = DELIVERY_FIELDS[name];
  const field = { id: controlId(name), name, label: LABELS[name], longest, message };
  return kind === 'lines'
    ? renderTextarea({ ...field, attributes: html`rows="2"` }, entry)
    : renderInput({ ...field, attributes: html`type="text"` }, entry);
}

function controlId(field: ManageOrderField): string {
  return field === 'deliveryWeek' ? 'own-week' : `own-${field}`;
}

/** For the summary at the head of the page. */
export function toFormProblem({ message, fields }: ManageOrderProblem): FormProblem {
  return {
    messages: message === undefined ? [] : [message],
    fields: MANAGE_ORDER_FIELDS.flatMap((field) => {
      const wrong = fields[field];
      return wrong === undefined ? [] : [{ controlId: controlId(field), message: wrong }];
    }),
  };
}
