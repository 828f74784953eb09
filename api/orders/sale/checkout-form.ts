import type { Context, MiddlewareHandler } from 'hono';
import { londonDay } from '#domain/dates.ts';
import { formatAmount, type Pence, parsePounds } from '#domain/money.ts';
import { ORDER_FIELDS, type OrderEntries, type OrderErrors } from '#domain/orders/order-fields.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { PAGES } from '#domain/pages.ts';
import { correctEntries } from '#domain/plain-text.ts';
import {
  EMPTY_ORDER_FORM,
  ORDER_FORM_SLOT,
  type OrderFormState,
  type OrderOffer,
  renderOrderForm,
} from '#forms/order-form.ts';
import { makeOffer } from '#forms/weeks.ts';
import { messageOf, type Problem, statusOf } from '../../http/problems.ts';
import type { RouteContext } from '../../shop.ts';
import { sendFilledPage } from '../../site/fill-page.ts';
import { readWeekAvailability } from './reservations.ts';

/** Answers a form post with a problem: the built page with every entry kept, and messages about the problem. */
export async function sendOrderPage(
  c: Context,
  shop: RouteContext,
  problem: Problem,
  entries: OrderEntries,
): Promise<Response> {
  const offer = await readOffer(shop);
  const state = describeState(problem, correctEntries(DELIVERY_RULES, entries), offer.unitPrice);
  return sendFilledPage(c, shop.readBuiltPage, {
    ...ORDER_PAGE,
    markup: renderOrderForm(offer, state),
    title: 'Error',
    status: statusOf(problem),
  });
}

/**
 * Answers with the page and its empty form as the weeks are now; with the built one while all of its weeks can be had. So
 * a closed week looks closed, and cannot be chosen, also without script.
 */
export function showOrderPage(shop: RouteContext): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const { weeks } = shop.getCatalogue();
    const offer = await readOffer(shop);
    if (offer.weeks.length === weeks.length && offer.weeks.every(({ state }) => state === 'open'))
      return next();
    const markup = renderOrderForm(offer, EMPTY_ORDER_FORM);
    return sendFilledPage(c, shop.readBuiltPage, { ...ORDER_PAGE, markup, status: 200 });
  };
}

const ORDER_PAGE = { path: PAGES['nordmann-branches'].path, slot: ORDER_FORM_SLOT };

async function readOffer({ db, getCatalogue, clock }: RouteContext): Promise<OrderOffer> {
  const catalogue = getCatalogue();
  const now = clock();
  const available = await readWeekAvailability(db, catalogue, now);
  const weeks = catalogue.weeks.map((week, at) => ({ ...week, ...available[at] }));
  return makeOffer({ ...catalogue, weeks }, catalogue.deliveryArea, londonDay(now));
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
  const price = `The price has changed since the page was loaded: a box is now ${formatAmount(unitPrice)}.`;
  return `${price} Please check the new total before you go on.`;
}
