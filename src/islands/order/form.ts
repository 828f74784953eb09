import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { labelWeek } from '#domain/delivery/weeks.ts';
import { type Pence, parsePounds } from '#domain/money.ts';
import { ORDER_FIELDS, type OrderField } from '#domain/orders/order-fields.ts';
import { readQuantity } from '#domain/quantity.ts';
import { CHOSEN_WEEK_ID, ORDER_TOTAL_ID, orderControlId, renderTotal } from '#forms/order-form.ts';
import { fillUntouched, isAnyTouched, readFormEntries } from '../../browser/form-entries.ts';
import { keepOrderDraft, readOrderDraft } from '../../browser/order-draft.ts';
import { readStoredOrder } from '../../browser/stored-order.ts';

/* The order form in the page: what the island reads from it and writes into it. */

export function isOrderField(name: string): name is OrderField {
  return (ORDER_FIELDS as readonly string[]).includes(name);
}

/** The price per box on the page. */
export function readUnitPrice(form: HTMLFormElement): Pence {
  const price = parsePounds(readFormEntries(form).unitPrice);
  if (price === null) throw new Error('The order form has no price.');
  return price;
}

/** The area without delivery, from the form. */
export function readDeliveryArea(form: HTMLFormElement): DeliveryArea {
  return JSON.parse(form.dataset.deliveryArea ?? '');
}

/** Shows the chosen week, and the total for the current quantity; no total if one payment cannot hold it. */
export function showChoice(form: HTMLFormElement): void {
  const { deliveryWeek = '', quantity = '' } = readFormEntries(form);
  const week = form.querySelector(`#${CHOSEN_WEEK_ID}`);
  if (week) week.textContent = labelWeek(deliveryWeek);
  const output = form.querySelector(`#${ORDER_TOTAL_ID}`);
  const total = renderTotal(readQuantity(quantity), readUnitPrice(form));
  // Written only if it differs, because screen readers announce it.
  if (output && output.textContent !== textOf(total)) output.innerHTML = String(total ?? '');
}

/** Section 5: a value that is not a whole number of at least 1 becomes 1. */
export function settleQuantity(form: HTMLFormElement): void {
  const control = form.querySelector<HTMLInputElement>(`#${orderControlId('quantity')}`);
  if (!control) return;
  control.value = String(readQuantity(control.value));
  showChoice(form);
}

/**
 * Restores earlier entries, from this tab or from the order that waits at the checkout. Not in a form that the service
 * has filled, and not after the checkout.
 */
export function restoreEntries(form: HTMLFormElement): void {
  if (form.querySelector('.summary') !== null || isAfterCheckout()) return;
  const kept = readOrderDraft() ?? readUnpaidOrder() ?? {};
  fillUntouched(form, Object.fromEntries(ORDER_FIELDS.map((field) => [field, kept[field]])));
  openFilledFolds(form);
  if (isAnyTouched(form)) keepOrderDraft(readFormEntries(form));
}

/** Nothing that is sent is out of sight. */
function openFilledFolds(form: HTMLFormElement): void {
  for (const fold of form.querySelectorAll('details')) {
    const fields = fold.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    fold.open ||= [...fields].some(({ value }) => value !== '');
  }
}

/** Whether the page is shown because an order has been paid for. */
export function isAfterCheckout(): boolean {
  const query = new URLSearchParams(location.search);
  return query.has('success') || query.has('payment');
}

function readUnpaidOrder(): Partial<Record<OrderField, string>> | null {
  const order = readStoredOrder();
  if (order === null || order.paymentIntentId !== undefined) return null;
  return Object.fromEntries(ORDER_FIELDS.map((field) => [field, String(order[field] ?? '')]));
}

function textOf(markup: unknown): string {
  return String(markup ?? '').replace(/<[^>]+>/g, '');
}
