import type { IsoDay } from '#domain/dates.ts';
import { labelWeek, weekLabel } from '#domain/delivery/weeks.ts';
import { formatAmount } from '#domain/money.ts';
import { countMoneyLeft, describeWayBack, type OrderFacts } from '#domain/orders/describe-order.ts';
import { OWN_FIELDS, type OwnField } from '#domain/orders/order-edit.ts';
import { DELIVERY_FIELDS } from '#domain/orders/order-fields.ts';
import type { PagePath } from '#domain/pages.ts';
import { type FormProblem, renderInput, renderSelect, renderTextarea } from './field.ts';
import { type Html, html } from './html.ts';

/** The buyer's view of an order, and the forms on their own page: another week,
 * address or instructions, and the cancellation. */

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
}

/** `last_day`: the day is the last one on which its buyer could change it. Else it is the day on which it happened. */
export interface OrderClosing {
  readonly reason: 'last_day' | 'week_closed' | 'sent' | 'cancelled';
  readonly day: IsoDay;
}

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

export function renderChanges(managed: ManagedOrder, problem: ManageOrderProblem | undefined): Html {
  const { order } = managed;
  const entries = problem?.entries ?? readStored(managed);
  const errors = problem?.fields ?? {};
  return html`<h2>Change your order</h2>
<details ${problem?.entries !== undefined && html`open`}><summary>Another week, address, message or instructions</summary>
<form class="form" action="${MANAGE_ORDER_PATH}/change" method="post" novalidate>
${renderHidden(managed)}
${renderWeek(managed, entries.deliveryWeek, errors.deliveryWeek)}
${OWN_FIELDS.map((field) => renderTextField(field, entries[field], errors[field]))}
<button class="button" type="submit">Save the changes</button>
</form></details>
<details><summary>Cancel the order</summary>
<form class="form" action="${MANAGE_ORDER_PATH}/cancel" method="post">
${renderHidden(managed)}
<p>We will send ${formatAmount(countMoneyLeft(order))} back ${describeWayBack(order)}, and your boxes will go to somebody else.</p>
<button class="button" type="submit">Cancel the order</button>
</form></details>`;
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
    { ...field, attributes: html`class="short"` },
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
export function toFormProblem({ message, fields }: ManageOrderProblem): FormProblem {
  return {
    messages: message === undefined ? [] : [message],
    fields: MANAGE_ORDER_FIELDS.flatMap((field) => {
      const wrong = fields[field];
      return wrong === undefined ? [] : [{ controlId: controlId(field), message: wrong }];
    }),
  };
}
