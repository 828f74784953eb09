import { LONGEST } from '../delivery/delivery.ts';
import { type DeliveryArea, describeExcludedAreas } from '../delivery/delivery-area.ts';
import { type DeliveryWeek, weekLabel } from '../delivery/weeks.ts';
import {
  type FormProblem,
  hintId,
  renderControlState,
  renderErrorSummary,
  renderFieldError,
} from '../form-markup.ts';
import { type Html, type HtmlPart, html } from '../html.ts';
import { multiplyPence, type Pence, toPounds } from '../money.ts';
import { findLargestQuantity, readQuantity } from '../quantity.ts';
import { ORDER_FIELDS, type OrderEntries, type OrderErrors, type OrderField } from './order-entries.ts';

/**
 * The order form's markup, once: the page is built with the empty form, and the service puts a filled one in its place
 * when a plain form post cannot be taken.
 */

/** Where the form stands in the built page. */
export const ORDER_FORM_SLOT = { start: '<!--order-form-->', end: '<!--/order-form-->' } as const;

/** Where the service takes the form from a browser without script. */
export const ORDER_ADDRESS = '/api/branch-boxes/checkout';

/** The id of the sentence that a buyer finds who comes back from Stripe's page without having paid. */
export const NOT_PAID_ID = 'order-not-paid';

/** The ids of what the page's script changes. */
export const ORDER_TOTAL_ID = 'order-total';
export const EMAIL_SUGGESTION_ID = 'order-email-suggestion';

/** What can be ordered. */
export interface OrderOffer {
  readonly unitPrice: Pence;
  /** The weeks that are on sale. */
  readonly weeks: readonly DeliveryWeek[];
  readonly area: DeliveryArea;
}

export interface OrderFormState {
  /** What was entered, as it was entered. */
  readonly entries: OrderEntries;
  readonly errors: OrderErrors;
  /** Why the order was not taken, where it is not the entries' fault. */
  readonly failure?: { readonly heading?: string; readonly sentences: readonly string[] } | undefined;
}

export const EMPTY_ORDER_FORM: OrderFormState = { entries: {}, errors: {} };

const CONTROL_IDS: Record<OrderField, string> = {
  quantity: 'order-quantity',
  deliveryWeek: 'order-week',
  customerName: 'order-name',
  customerEmail: 'order-email',
  customerPhone: 'order-phone',
  shippingAddress: 'order-address',
  shippingCity: 'order-city',
  shippingPostcode: 'order-postcode',
  specialInstructions: 'order-instructions',
};

/** The id of a field's control: what an error summary's link and a label lead to. */
export function orderControlId(field: OrderField): string {
  return CONTROL_IDS[field];
}

/** What is wrong with the form, in the order of its fields. */
export function describeOrderProblem({ errors, failure }: Omit<OrderFormState, 'entries'>): FormProblem {
  const fields = ORDER_FIELDS.flatMap((field) => {
    const sentence = errors[field];
    return sentence === undefined ? [] : [{ controlId: orderControlId(field), sentence }];
  });
  return { ...failure, fields };
}

/** `2 boxes`. */
export function countBoxes(quantity: number): string {
  return quantity === 1 ? '1 box' : `${quantity} boxes`;
}

/** What stands at the foot of the form: always with the quantity, because without script it does not follow it. */
export function renderTotal(quantity: number, unitPrice: Pence): HtmlPart {
  if (quantity > findLargestQuantity(unitPrice)) return null;
  const total = toPounds(multiplyPence(unitPrice, quantity));
  return html`Total for ${countBoxes(quantity)}: <strong>£${total}</strong>`;
}

/** The form between its slot marks. Native validation is off: our own sentences stand beside the fields. */
export function renderOrderForm(offer: OrderOffer, state: OrderFormState): string {
  const form = offer.weeks.length === 0 ? renderClosed() : renderForm(offer, state);
  return `${ORDER_FORM_SLOT.start}${form}${ORDER_FORM_SLOT.end}`;
}

function renderClosed(): Html {
  return html`<p>The last delivery week of this season has closed, so nothing can be ordered here just now.</p>`;
}

function renderForm({ unitPrice, weeks, area }: OrderOffer, state: OrderFormState): Html {
  const { entries } = state;
  const quantity = entries.quantity ?? '1';
  return html`<form class="form" id="order-form" action="${ORDER_ADDRESS}" method="post" novalidate data-delivery-area="${JSON.stringify(area)}">
${renderErrorSummary('order-form', describeOrderProblem(state))}
<input type="hidden" name="unitPrice" value="${toPounds(unitPrice)}">
<input type="hidden" name="shippingCountry" value="GB">
<fieldset class="fields">
<legend>Your boxes</legend>
<p><strong>£${toPounds(unitPrice)}</strong> per box, delivery included</p>
${renderInput(state, 'quantity', 'How many boxes?', html`class="short" type="number" inputmode="numeric" min="1" step="1" autocomplete="off" required`, { value: quantity })}
${renderWeeks(state, weeks)}
</fieldset>
<fieldset class="fields">
<legend>About you</legend>
${renderInput(state, 'customerName', 'Your name', html`type="text" autocomplete="name" required`)}
${renderInput(state, 'customerEmail', 'E-mail address', html`type="email" autocomplete="email" spellcheck="false" required`, { hint: 'Your order number and confirmation go here.', after: html`<div id="${EMAIL_SUGGESTION_ID}"></div>` })}
${renderInput(state, 'customerPhone', 'Phone number (optional)', html`type="tel" autocomplete="tel"`, { hint: 'Only for questions about your delivery.' })}
</fieldset>
<fieldset class="fields">
<legend>Delivery address</legend>
<p class="hint">Is it a present? Enter the address of the person it is for.</p>
${renderTextarea(state, 'shippingAddress', 'House number and street', html`rows="2" autocomplete="shipping street-address" required`)}
${renderInput(state, 'shippingCity', 'Town or city', html`type="text" autocomplete="shipping address-level2" required`)}
${renderInput(state, 'shippingPostcode', 'Postcode', html`class="short" type="text" autocomplete="shipping postal-code" autocapitalize="characters" spellcheck="false" required`, { longest: 20 })}
<p>We deliver within the United Kingdom. ${describeExcludedAreas(area.notDeliveredTo)}</p>
</fieldset>
<fieldset class="fields">
<legend>Anything else?</legend>
${renderTextarea(state, 'specialInstructions', 'Special instructions (optional)', html`rows="3"`, 'For example where the box may be left, or that it is a present and a surprise.')}
</fieldset>
<div class="order-total">
<output id="${ORDER_TOTAL_ID}" for="order-quantity">${renderTotal(readQuantity(quantity), unitPrice)}</output>
<noscript><p class="hint">For more boxes, the next page shows the total before you pay.</p></noscript>
</div>
<button class="button" type="submit">Continue to payment</button>
</form>`;
}

interface InputOptions {
  readonly value?: string;
  readonly hint?: string;
  readonly longest?: number;
  readonly after?: Html;
}

type TextField = Exclude<OrderField, 'deliveryWeek'>;

function renderInput(
  state: OrderFormState,
  field: TextField,
  label: string,
  kind: Html,
  { value, hint, longest = findLongest(field), after }: InputOptions = {},
): Html {
  const id = orderControlId(field);
  const sentence = state.errors[field];
  return html`<div class="field">
<label for="${id}">${label}</label>
${renderFieldError(id, sentence)}
${hint !== undefined && html`<p class="hint" id="${hintId(id)}">${hint}</p>`}
<input id="${id}" name="${field}" ${kind} ${longest !== undefined && html`maxlength="${longest}"`} ${renderControlState(id, { sentence, hasHint: hint !== undefined })} value="${value ?? state.entries[field]}">
${after}
</div>`;
}

function renderTextarea(
  state: OrderFormState,
  field: TextField,
  label: string,
  kind: Html,
  hint?: string,
): Html {
  const id = orderControlId(field);
  const sentence = state.errors[field];
  // A line feed right after the tag is dropped by the parser; without it, one that the buyer entered would be.
  return html`<div class="field">
<label for="${id}">${label}</label>
${renderFieldError(id, sentence)}
${hint !== undefined && html`<p class="hint" id="${hintId(id)}">${hint}</p>`}
<textarea id="${id}" name="${field}" ${kind} maxlength="${findLongest(field)}" ${renderControlState(id, { sentence, hasHint: hint !== undefined })}>
${state.entries[field]}</textarea>
</div>`;
}

function renderWeeks({ entries, errors }: OrderFormState, weeks: readonly DeliveryWeek[]): Html {
  const id = orderControlId('deliveryWeek');
  const chosen = entries.deliveryWeek ?? weeks[0]?.id;
  // A week that is gone is never exchanged for another silently.
  const isOffered = weeks.some((week) => week.id === chosen);
  return html`<div class="field">
<label for="${id}">Delivery week</label>
${renderFieldError(id, errors.deliveryWeek)}
<select id="${id}" name="deliveryWeek" class="short" required ${renderControlState(id, { sentence: errors.deliveryWeek })}>
${!isOffered && html`<option value="" selected>Choose a week</option>`}
${weeks.map((week) => html`<option value="${week.id}" ${week.id === chosen && html`selected`}>${weekLabel(week)}</option>`)}
</select>
</div>`;
}

function findLongest(field: TextField): number | undefined {
  return field in LONGEST ? LONGEST[field as keyof typeof LONGEST] : undefined;
}
