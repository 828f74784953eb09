import type { Context } from 'hono';
import { londonDay } from '#domain/dates.ts';
import { describeSeasonEnd } from '#domain/delivery/season-end.ts';
import { isOnSale } from '#domain/delivery/weeks.ts';
import { type Pence, parsePounds, toPounds } from '#domain/money.ts';
import { ORDER_FIELDS, type OrderEntries, type OrderErrors } from '#domain/orders/order-fields.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { PAGES } from '#domain/pages.ts';
import { correctEntries } from '#domain/plain-text.ts';
import { orderSchema } from '#domain/schemas/order.ts';
import { ORDER_FORM_SLOT, type OrderFormState, renderOrderForm } from '#forms/order-form.ts';
import { messageOf, type Problem, statusOf } from '../http/problems.ts';
import { type Entries, readWholeNumber, validate } from '../http/request-body.ts';
import type { Catalogue } from '../site/catalogue.ts';
import { type ReadBuiltPage, sendFilledPage } from '../site/fill-page.ts';

/** Validates a posted order. All entries of a form are strings, and an empty one means that the field was left out. */
export function validateEntries(entries: Entries) {
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value.trim() !== ''),
  );
  if (typeof given.quantity === 'string') given.quantity = readWholeNumber(given.quantity);
  return validate(orderSchema, given);
}

export interface OrderPageDependencies {
  readonly readBuiltPage: ReadBuiltPage;
  readonly getCatalogue: () => Catalogue;
  readonly clock: () => Date;
}

/** Answers a form post with a problem: the built page with every entry kept, and messages about the problem. */
export function sendOrderPage(
  c: Context,
  { readBuiltPage, getCatalogue, clock }: OrderPageDependencies,
  problem: Problem,
  entries: OrderEntries,
): Promise<Response> {
  const { branchBox, weeks, deliveryArea: area } = getCatalogue();
  const today = londonDay(clock());
  const offer = {
    unitPrice: branchBox.pricePence,
    weeks: weeks.filter((week) => isOnSale(week, today)),
    seasonEnd: describeSeasonEnd(weeks, today),
    area,
  };
  return sendFilledPage(c, readBuiltPage, {
    path: PAGES['nordmann-branches'].path,
    slot: ORDER_FORM_SLOT,
    markup: renderOrderForm(
      offer,
      describeState(problem, correctEntries(DELIVERY_RULES, entries), offer.unitPrice),
    ),
    title: 'Error',
    status: statusOf(problem),
  });
}

function describeState(problem: Problem, entries: OrderEntries, unitPrice: Pence): OrderFormState {
  const errors = findErrors(problem);
  const isNewPrice = problem.code === 'price_changed' || !isShownRight(entries, unitPrice);
  const messages = [
    // Whatever else is wrong, because the returned form has the new price, and posting it again accepts that price.
    ...(isNewPrice ? [describeNewPrice(unitPrice)] : []),
    ...(Object.keys(errors).length > 0 || problem.code === 'price_changed' ? [] : [messageOf(problem)]),
  ];
  if (messages.length === 0) return { entries, errors };
  return { entries, errors, failure: { messages: [...messages, 'Nothing has been charged.'] } };
}

/** Messages to show beside their fields. */
function findErrors(problem: Problem): OrderErrors {
  if (problem.code === 'week_full' || problem.code === 'week_not_on_sale') {
    return { deliveryWeek: messageOf(problem) };
  }
  const known = ORDER_FIELDS.filter((field) => problem.fields?.[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, problem.fields?.[field]]));
}

function isShownRight({ unitPrice: shown }: OrderEntries, unitPrice: Pence): boolean {
  return shown === undefined || parsePounds(shown) === unitPrice;
}

function describeNewPrice(unitPrice: Pence): string {
  const price = `The price has changed since the page was loaded: a box is now £${toPounds(unitPrice)}.`;
  return `${price} Please check the new total before you go on.`;
}
