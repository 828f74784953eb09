import { formatDay } from '#domain/dates.ts';
import { type DeliveryArea, describeExcludedAreas } from '#domain/delivery/delivery-area.ts';
import {
  type DeliveryWeek,
  describeAvailability,
  labelWeek,
  type WeekAvailability,
  weekLabel,
} from '#domain/delivery/weeks.ts';
import { keepTogether } from '#domain/keep-together.ts';
import { formatAmount, multiplyPence, type Pence, toPounds } from '#domain/money.ts';
import {
  DELIVERY_FIELDS,
  ORDER_FIELDS,
  type OrderEntries,
  type OrderErrors,
  type OrderField,
} from '#domain/orders/order-fields.ts';
import { findLargestQuantity, formatBoxes, readQuantity } from '#domain/quantity.ts';
import {
  errorId,
  type FormProblem,
  listProblems,
  renderErrorSummary,
  renderFieldError,
  renderInput,
  renderTextarea,
} from './field.ts';
import { type Html, type HtmlPart, html } from './html.ts';

/**
 * The order form's markup. The build renders the empty form, and the service a filled one if it refuses a plain form
 * post.
 */

/** The form's slot in the built page. */
export const ORDER_FORM_SLOT = { start: '<!--order-form-->', end: '<!--/order-form-->' } as const;

/** Where browsers without script send the form. */
export const ORDER_PATH = '/api/branch-boxes/checkout';

/** The id of the message for a buyer who returns unpaid from Stripe's page. */
export const NOT_PAID_ID = 'order-not-paid';

/** The ids of the elements that the page's script updates. */
export const ORDER_TOTAL_ID = 'order-total';
export const CHOSEN_WEEK_ID = 'order-chosen-week';
export const EMAIL_SUGGESTION_ID = 'order-email-suggestion';

/** The products on sale. */
export interface OrderOffer {
  readonly unitPrice: Pence;
  /** What is left of them is known to the service only. */
  readonly weeks: readonly (DeliveryWeek & Partial<WeekAvailability>)[];
  /** Said instead of the form once all of them are closed. */
  readonly seasonEnd: string;
  readonly area: DeliveryArea;
}

export interface OrderFormState {
  /** The values as entered. */
  readonly entries: OrderEntries;
  readonly errors: OrderErrors;
  /** Why the order was not accepted, if no entry is at fault. */
  readonly failure?: { readonly heading?: string; readonly messages: readonly string[] } | undefined;
}

export const EMPTY_ORDER_FORM: OrderFormState = { entries: {}, errors: {} };

const CONTROL_IDS = { quantity: 'order-quantity', deliveryWeek: 'order-week' } as const;

/** The id of a field's control, for labels and links from the error summary. Of the weeks it is the first that can be had. */
export function orderControlId(field: OrderField): string {
  return field === 'quantity' || field === 'deliveryWeek'
    ? CONTROL_IDS[field]
    : DELIVERY_FIELDS[field].controlId;
}

/** The form's errors, in the order of its fields. */
export function describeOrderProblem({ errors, failure }: Omit<OrderFormState, 'entries'>): FormProblem {
  return { ...failure, fields: listProblems(ORDER_FIELDS, errors, orderControlId) };
}

/** The total. It always names the quantity, because without script it does not follow the field. */
export function renderTotal(quantity: number, unitPrice: Pence): HtmlPart {
  if (quantity > findLargestQuantity(unitPrice)) return null;
  const total = toPounds(multiplyPence(unitPrice, quantity));
  return html`Total for ${formatBoxes(quantity)}: <strong>£${total}</strong>`;
}

/** The form between its slot marks. Native validation is off, because our own messages appear beside the fields. */
export function renderOrderForm(offer: OrderOffer, state: OrderFormState): string {
  const form = offer.weeks.every(({ state }) => state === 'closed')
    ? html`<p>${offer.seasonEnd}</p>`
    : renderForm(offer, state);
  return `${ORDER_FORM_SLOT.start}${keepTogether(form.toString())}${ORDER_FORM_SLOT.end}`;
}

function renderForm({ unitPrice, weeks, area }: OrderOffer, state: OrderFormState): Html {
  const { entries } = state;
  const quantity = entries.quantity ?? '1';
  const week = findChosenWeek(state, weeks);
  return html`<form class="form" id="order-form" action="${ORDER_PATH}" method="post" novalidate data-delivery-area="${JSON.stringify(area)}">
${renderErrorSummary('order-form', describeOrderProblem(state))}
<input type="hidden" name="unitPrice" value="${toPounds(unitPrice)}">
<input type="hidden" name="shippingCountry" value="GB">
<div class="half">
<fieldset class="fields">
<legend>Your boxes</legend>
<p><strong>${formatAmount(unitPrice)}</strong> per box, delivery included</p>
${renderQuantity(state, quantity)}
${renderWeeks(state, weeks, week)}
</fieldset>
<fieldset class="fields">
<legend>About you</legend>
${renderText(state, 'customerName', html`type="text" autocomplete="name" required`)}
${renderText(state, 'customerEmail', html`type="email" autocomplete="email" spellcheck="false" required`, { hint: 'Your order number and confirmation go here.', after: html`<div id="${EMAIL_SUGGESTION_ID}"></div>` })}
${renderText(state, 'customerPhone', html`type="tel" autocomplete="tel"`, { hint: 'Only for questions about your delivery.' })}
</fieldset>
</div>
<div class="half">
<fieldset class="fields">
<legend>Delivery address</legend>
${renderGift(state)}
${renderText(state, 'shippingAddress', html`rows="2" autocomplete="street-address" required`)}
${renderText(state, 'shippingCity', html`type="text" autocomplete="address-level2" required`)}
${renderText(state, 'shippingPostcode', html`class="short" type="text" autocomplete="postal-code" autocapitalize="characters" spellcheck="false" required`)}
<p>We deliver within the United Kingdom. ${describeExcludedAreas(area.notDeliveredTo)}</p>
</fieldset>
<fieldset class="fields">
<legend>Anything else?</legend>
${renderText(state, 'specialInstructions', html`rows="3"`, { hint: 'For the driver, such as where the box may be left.' })}
</fieldset>
</div>
<div class="order-slip">
<div>
<p class="order-week" id="${CHOSEN_WEEK_ID}">${labelWeek(week ?? '')}</p>
<output id="${ORDER_TOTAL_ID}" for="order-quantity">${renderTotal(readQuantity(quantity), unitPrice)}</output>
<p class="hint">You pay on the next page, by card or wallet.</p>
<noscript><p class="hint">For more boxes, the next page shows the total before you pay.</p></noscript>
</div>
<button class="button" type="submit">Continue to payment</button>
</div>
</form>`;
}

/** Open when there is something to see in it. Its name is a section of its own, or the browser fills in the buyer's. */
function renderGift(state: OrderFormState): Html {
  const { entries, errors } = state;
  const isGift = [entries.recipientName, entries.giftMessage, errors.recipientName, errors.giftMessage].some(
    Boolean,
  );
  return html`<details class="fold gift" ${isGift && html`open`}>
<summary>This is a gift</summary>
<div class="fields">
<p class="hint">Enter their address below. Nothing in the box shows the price.</p>
${renderText(state, 'recipientName', html`type="text" autocomplete="section-gift name"`)}
${renderText(state, 'giftMessage', html`rows="3"`, { hint: 'We print it large on the slip in the box. Up to 200 characters; say who it’s from.' })}
</div>
</details>`;
}

type TextField = Exclude<OrderField, 'quantity' | 'deliveryWeek'>;

/** A field of the table. `attributes` are those that only the page needs. */
function renderText(
  { entries, errors }: OrderFormState,
  name: TextField,
  attributes: Html,
  more: { readonly hint?: string; readonly after?: Html } = {},
): Html {
  const { label, controlId: id, longest, kind } = DELIVERY_FIELDS[name];
  const render = kind === 'lines' ? renderTextarea : renderInput;
  return render({ id, name, label, longest, attributes, message: errors[name], ...more }, entries[name]);
}

/**
 * Beside a number of boxes; `shop/quantity-steps-inline.js` makes them work, and without script they are not shown. The Tab
 * key passes them by, because the arrow keys do the same in the field.
 */
export const renderQuantitySteps =
  (): Html => html`<button class="button quiet step" type="button" tabindex="-1" data-step="-1" aria-label="One box fewer">−</button>
<button class="button quiet step" type="button" tabindex="-1" data-step="1" aria-label="One box more">+</button>`;

function renderQuantity({ errors }: OrderFormState, value: string): Html {
  const attributes = html`class="short" type="number" inputmode="numeric" min="1" step="1" autocomplete="off" required`;
  const field = {
    id: orderControlId('quantity'),
    name: 'quantity',
    label: 'How many boxes?',
    attributes,
    after: renderQuantitySteps(),
  };
  return renderInput({ ...field, message: errors.quantity }, value);
}

type OfferedWeek = OrderOffer['weeks'][number];

/** An unavailable week is never silently replaced by another. */
function findChosenWeek({ entries }: OrderFormState, weeks: readonly OfferedWeek[]): string | undefined {
  const open = weeks.filter(isOpen);
  const chosen = entries.deliveryWeek ?? open[0]?.id;
  return open.find(({ id }) => id === chosen)?.id;
}

function isOpen({ state = 'open' }: OfferedWeek): boolean {
  return state === 'open';
}

/** What is left of a week stands at its end, once the service or the page's script says so. */
function renderWeeks(
  { errors }: OrderFormState,
  weeks: readonly OfferedWeek[],
  chosen: string | undefined,
): Html {
  const id = orderControlId('deliveryWeek');
  const message = errors.deliveryWeek;
  const first = weeks.find(isOpen) ?? weeks[0];
  const options = weeks.map((week) => {
    const { state = 'open', boxesLeft = null } = week;
    const orderBy = week.orderBy && html` <small>Order by ${formatDay(week.orderBy, 'weekday')}</small>`;
    return html`<label class="choice"><input ${week === first && html`id="${id}"`} name="deliveryWeek" type="radio" value="${week.id}" ${week.id === chosen && html`checked`} ${!isOpen(week) && html`disabled`} required><span>${weekLabel(week)}${orderBy}</span> <small class="left">${describeAvailability({ id: week.id, state, boxesLeft })}</small></label>`;
  });
  return html`<fieldset class="field weeks" id="order-weeks" ${message !== undefined && html`aria-describedby="${errorId(id)}"`}>
<legend>Delivery week</legend>
${renderFieldError(id, message)}
<div class="choices">${options}</div>
</fieldset>`;
}
