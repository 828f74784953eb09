import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { chooseConfirmation, describeReceipt } from '#domain/orders/describe-order.ts';
import { findWeekLoss } from '#domain/orders/order-flags.ts';
import { PAGES } from '#domain/pages.ts';
import {
  renderThankYou,
  THANK_YOU_PATH,
  THANK_YOU_SLOT,
  THANK_YOU_TITLES,
  type ThankYou,
} from '#forms/thank-you-page.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { type Problem, type Result, refuse, statusOf } from '../http/problems.ts';
import { findAttempt } from '../orders/attempts-repository.ts';
import { isAddressOver } from '../orders/change/manage-order.ts';
import { NO_DETAILS } from '../orders/details.ts';
import { writeManageOrderPath } from '../orders/order-links.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';
import { completeOrder } from '../orders/sale/complete-order.ts';
import type { RouteContext } from '../shop.ts';
import { sendFilledPage } from '../site/fill-page.ts';

/**
 * Mounted at `/nordmann-branches/thank-you`: Stripe's page leads here, with `session_id`, after a payment without
 * script.
 */
export function createThankYouRoutes(shop: RouteContext): Hono {
  return new Hono().get('/', async (c) => {
    const sessionId = c.req.query('session_id') ?? '';
    c.header('Cache-Control', 'no-store');
    if (sessionId === '') return c.redirect(PAGES['nordmann-branches'].path, 302);
    showProblemsAsPage(c, (problem) => send(c, shop, describeProblem(problem), statusOf(problem)));
    const found = await findPaidOrder(c, shop, sessionId);
    if (!found.ok) return sendProblem(c, found.problem);
    const { status, id } = found.value;
    // Nothing is promised any more: its own page says what has become of it.
    if (status === 'cancelled') return c.redirect(writeManageOrderPath(shop.orderLinks, id), 303);
    return send(c, shop, describeOrder(shop, found.value), 200);
  });
}

async function findPaidOrder(c: Context, shop: RouteContext, sessionId: string): Promise<Result<Order>> {
  // Stripe is never asked about unknown sessions, so visitors cannot make us look up invented ones.
  const attempt = await findAttempt(shop.db, sessionId, 'checkoutSessionId');
  if (!attempt) return refuse({ code: 'payment_not_found' });
  const known = await findOrder(shop.db, attempt.id, 'attemptId');
  if (known?.paymentStatus === 'succeeded') return { ok: true, value: known };
  const countAsking = (isKnown: boolean) => shop.askLimiter(c, isKnown);
  return completeOrder(shop, { checkoutSessionId: sessionId, given: NO_DETAILS, countAsking });
}

function describeProblem({ code }: Problem): ThankYou {
  if (code === 'payment_incomplete') return { state: 'unpaid' };
  return { state: code === 'payment_not_found' ? 'unknown' : 'unreachable' };
}

function describeOrder(shop: RouteContext, order: Order): ThankYou {
  const isProcessing = order.paymentStatus === 'processing';
  // The same as on the buyer's own page, because this URL lasts as long.
  const isPrivate = isAddressOver(order, shop.getCatalogue(), shop.clock());
  return {
    state: isProcessing ? 'processing' : 'paid',
    thanks: {
      orderNumber: order.orderNumber,
      isProcessing,
      confirmation: chooseConfirmation(order),
      weekLoss: findWeekLoss(order.flags),
      // Only the buyer's address bar has the session's id.
      receipt: describeReceipt(order, isPrivate),
      manageOrder: writeManageOrderPath(shop.orderLinks, order.id),
    },
  };
}

function send(
  c: Context,
  { readBuiltPage, getMailSettings }: RouteContext,
  outcome: ThankYou,
  status: ContentfulStatusCode,
): Promise<Response> {
  return sendFilledPage(c, readBuiltPage, {
    path: THANK_YOU_PATH,
    slot: THANK_YOU_SLOT,
    markup: renderThankYou(outcome, getMailSettings().farm.phone),
    title: THANK_YOU_TITLES[outcome.state],
    status,
  });
}
