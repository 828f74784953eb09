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
import { DELIVERY_FIELDS } from './order-fields.ts';

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

const CONTROL_IDS = { quantity: 'order-quantity', deliveryWeek: 'order-week' } as const;

/** The id of a field's control: what an error summary's link and a label lead to. */
export function orderControlId(field: OrderField): string {
  return field === 'quantity' || field === 'deliveryWeek'
    ? CONTROL_IDS[field]
    : DELIVERY_FIELDS[field].controlId;
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
${renderQuantity(state, quantity)}
${renderWeeks(state, weeks)}
</fieldset>
<fieldset class="fields">
<legend>About you</legend>
${renderText(state, 'customerName', html`type="text" autocomplete="name" required`)}
${renderText(state, 'customerEmail', html`type="email" autocomplete="email" spellcheck="false" required`, { hint: 'Your order number and confirmation go here.', after: html`<div id="${EMAIL_SUGGESTION_ID}"></div>` })}
${renderText(state, 'customerPhone', html`type="tel" autocomplete="tel"`, { hint: 'Only for questions about your delivery.' })}
</fieldset>
<fieldset class="fields">
<legend>Delivery address</legend>
<p class="hint">Is it a present? Enter the address of the person it is for.</p>
${renderText(state, 'shippingAddress', html`rows="2" autocomplete="shipping street-address" required`)}
${renderText(state, 'shippingCity', html`type="text" autocomplete="shipping address-level2" required`)}
${renderText(state, 'shippingPostcode', html`class="short" type="text" autocomplete="shipping postal-code" autocapitalize="characters" spellcheck="false" required`)}
<p>We deliver within the United Kingdom. ${describeExcludedAreas(area.notDeliveredTo)}</p>
</fieldset>
<fieldset class="fields">
<legend>Anything else?</legend>
${renderText(state, 'specialInstructions', html`rows="3"`, { hint: 'For example where the box may be left, or that it is a present and a surprise.' })}
</fieldset>
<div class="order-total">
<output id="${ORDER_TOTAL_ID}" for="order-quantity">${renderTotal(readQuantity(quantity), unitPrice)}</output>
<noscript><p class="hint">For more boxes, the next page shows the total before you pay.</p></noscript>
</div>
<button class="button" type="submit">Continue to payment</button>
</form>`;
}

interface ControlOptions {
  readonly hint?: string;
  readonly after?: Html;
}

type TextField = Exclude<OrderField, 'quantity' | 'deliveryWeek'>;

/** A field of the table; `attributes` are the ones that only a page has use for. */
function renderText(
  { entries, errors }: OrderFormState,
  field: TextField,
  attributes: Html,
  { hint, after }: ControlOptions = {},
): Html {
  const { label, controlId: id, longest, kind } = DELIVERY_FIELDS[field];
  const shared = html`id="${id}" name="${field}" ${attributes} maxlength="${longest}" ${renderControlState(id, { sentence: errors[field], hasHint: hint !== undefined })}`;
  // A line feed right after the tag is dropped by the parser; without it, one that the buyer entered would be.
  const control =
    kind === 'lines'
      ? html`<textarea ${shared}>
${entries[field]}</textarea>`
      : html`<input ${shared} value="${entries[field]}">`;
  return renderField({ id, label, sentence: errors[field], hint }, html`${control}${after}`);
}

function renderField(
  {
    id,
    label,
    sentence,
    hint,
  }: { id: string; label: string; sentence: string | undefined; hint?: string | undefined },
  control: Html,
): Html {
  return html`<div class="field">
<label for="${id}">${label}</label>
${renderFieldError(id, sentence)}
${hint !== undefined && html`<p class="hint" id="${hintId(id)}">${hint}</p>`}
${control}
</div>`;
}

function renderQuantity({ errors }: OrderFormState, value: string): Html {
  const id = orderControlId('quantity');
  return renderField(
    { id, label: 'How many boxes?', sentence: errors.quantity },
    html`<input id="${id}" name="quantity" class="short" type="number" inputmode="numeric" min="1" step="1" autocomplete="off" required ${renderControlState(id, { sentence: errors.quantity })} value="${value}">`,
  );
}

function renderWeeks({ entries, errors }: OrderFormState, weeks: readonly DeliveryWeek[]): Html {
  const id = orderControlId('deliveryWeek');
  const chosen = entries.deliveryWeek ?? weeks[0]?.id;
  // A week that is gone is never exchanged for another silently.
  const isOffered = weeks.some((week) => week.id === chosen);
  return renderField(
    { id, label: 'Delivery week', sentence: errors.deliveryWeek },
    html`<select id="${id}" name="deliveryWeek" class="short" required ${renderControlState(id, { sentence: errors.deliveryWeek })}>
${!isOffered && html`<option value="" selected>Choose a week</option>`}
${weeks.map((week) => html`<option value="${week.id}" ${week.id === chosen && html`selected`}>${weekLabel(week)}</option>`)}
</select>`,
  );
}
