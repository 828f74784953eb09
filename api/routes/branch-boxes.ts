import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { chooseCapture } from '#domain/delivery/weeks.ts';
import { chooseConfirmation, describeReceipt } from '#domain/orders/describe-order.ts';
import { findWeekLoss, tellWeekLoss } from '#domain/orders/order-flags.ts';
import type { OrderPage } from '#domain/orders/order-list.ts';
import type { CompletedOrder } from '#domain/orders/order-outcome.ts';
import { PAGES } from '#domain/pages.ts';
import { orderSchema } from '#domain/schemas/order.ts';
import { NOT_PAID_ID } from '#forms/order-form.ts';
import { createSecureCookie, type SecureCookie } from '../admin/cookies.ts';
import { requireAdmin } from '../admin/require-admin.ts';
import type { ClientReader } from '../http/client-address.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { refuse } from '../http/problems.ts';
import { type Entries, readForm, readJson, readOrderEntries, validate } from '../http/request-body.ts';
import { readUndelivered } from '../mail/explain-failure.ts';
import { toDetails } from '../orders/details.ts';
import { pageQuerySchema, readOrderPage } from '../orders/list/order-list.ts';
import { streamOrders } from '../orders/list/stream-orders.ts';
import { writeManageOrderPath } from '../orders/order-links.ts';
import type { Order } from '../orders/orders-repository.ts';
import { sendOrderPage } from '../orders/sale/checkout-form.ts';
import { completeOrder } from '../orders/sale/complete-order.ts';
import { priceOrder } from '../orders/sale/price-order.ts';
import { readWeekAvailability } from '../orders/sale/reservations.ts';
import { startCheckout } from '../orders/sale/start-payment.ts';
import { SESSION_MINUTES } from '../orders/sale/store-attempt.ts';
import type { RouteContext } from '../shop.ts';

const PAYMENT_RULE = 'Please send the id of the payment.';

/** The browser may have lost the order data by then, so all of them are optional. */
const completionSchema = orderSchema
  .partial()
  .extend({
    paymentIntentId: z
      .string(PAYMENT_RULE)
      .regex(/^pi_\w{1,250}$/, PAYMENT_RULE)
      .optional(),
    /** Instead of the payment's id, after a payment on Stripe's own page. */
    checkoutSessionId: z
      .string(PAYMENT_RULE)
      .regex(/^cs_\w{1,250}$/, PAYMENT_RULE)
      .optional(),
    attemptId: z.uuid('This is no id of a purchase.').optional(),
  })
  .refine(({ paymentIntentId, checkoutSessionId }) => paymentIntentId ?? checkoutSessionId, {
    path: ['paymentIntentId'],
    error: PAYMENT_RULE,
  });

/**
 * `/api/branch-boxes`: the completion call, the form without scripts, the weeks' availability, and the admin's list.
 */
export function createOrderRoutes(shop: RouteContext): Hono {
  const routes = new Hono();

  routes.post('/order', async (c) => {
    const body = await readJson(c, completionSchema);
    if (!body.ok) return sendProblem(c, body.problem);
    const { deliveryWeek, ...completion } = body.value;
    const week = shop.getCatalogue().weeks.find(({ id }) => id === deliveryWeek)?.id ?? null;
    const completed = await completeOrder(shop, {
      ...completion,
      given: toDetails(completion, week),
      countAsking: (isKnown) => shop.askLimiter(c, isKnown),
    });
    if (!completed.ok) return sendProblem(c, completed.problem);
    const order = completed.value;
    const isBuyer = completion.attemptId === order.attemptId;
    const answer: CompletedOrder = {
      ...describeCompletion(order),
      ...(isBuyer && {
        manageOrder: writeManageOrderPath(shop.orderLinks, order.id),
        receipt: describeReceipt(order, false),
      }),
    };
    return c.json(answer);
  });

  routes.post('/checkout', async (c) => {
    const entries = await readForm(c);
    // Browsers send no other media type, so a program sent this.
    if (!entries.ok && entries.problem.code === 'unsupported_media_type')
      return sendProblem(c, entries.problem);
    showProblemsAsPage(c, (problem) => sendOrderPage(c, shop, problem, entries.ok ? entries.value : {}));
    if (!entries.ok) return sendProblem(c, entries.problem);
    const session = await openCheckout(c, shop, entries.value);
    return session.ok ? c.redirect(session.value.url, 303) : sendProblem(c, session.problem);
  });

  routes.get('/weeks', async (c) => {
    return c.json({ weeks: await readWeekAvailability(shop.db, shop.getCatalogue(), shop.clock()) });
  });

  routes.get('/orders', requireAdmin(shop.sessions), async (c) => {
    const { role } = c.var.person;
    const given = Object.entries(c.req.query()).filter(([, value]) => value !== '');
    const isPaged = given.some(([name]) => Object.hasOwn(pageQuerySchema.shape, name));
    if (!isPaged) {
      c.header('Content-Type', 'application/json');
      return c.body(await streamOrders(shop.db, role, shop.clock()));
    }
    const query = validate(pageQuerySchema, Object.fromEntries(given));
    if (!query.ok) return sendProblem(c, query.problem);
    const page = await readOrderPage(shop.db, query.value, role, shop.clock());
    const ids = role === 'owner' ? page.orders.map(({ id }) => id) : [];
    return c.json({ ...page, undelivered: await readUndelivered(shop.db, ids) } satisfies OrderPage);
  });

  return routes;
}

/**
 * Identifies the attempt of a page without script, while its Checkout Session lasts: posting the form again replaces
 * that attempt. Strictly necessary, and set only for visitors who have posted the form.
 */
function createAttemptCookie(clients: ClientReader): SecureCookie {
  return createSecureCookie('order-attempt', SESSION_MINUTES * 60, clients);
}

async function openCheckout(
  c: Context,
  shop: RouteContext,
  entries: Entries,
): ReturnType<typeof startCheckout> {
  const tooMany = await shop.intentLimiter(c);
  if (tooMany !== null) return refuse(tooMany);
  const order = validate(orderSchema, readOrderEntries(entries));
  if (!order.ok) return order;
  const { quantity, deliveryWeek: week, shippingPostcode: postcode } = order.value;
  const { unitPrice, totalAmount } = order.value;
  const shown = { unitPrice, totals: totalAmount === undefined ? [] : [totalAmount] };
  const priced = priceOrder(shop.getCatalogue(), { quantity, week, postcode, shown }, shop.clock());
  if (!priced.ok) return priced;
  const details = toDetails(order.value, week);
  const cookie = createAttemptCookie(shop.clients);
  const request = {
    replaces: cookie.read(c),
    kind: 'branch_box',
    capture: chooseCapture(shop.getCatalogue().weeks),
    priced: priced.value,
    details,
    network: shop.clients.network(c),
  } as const;
  const started = await startCheckout(
    shop,
    request,
    shop.getCheckoutUrls(c, `${PAGES['nordmann-branches'].path}#${NOT_PAID_ID}`),
  );
  if (started.ok) cookie.write(c, started.value.attemptId);
  return started;
}

/** The answer of section 3. */
function describeCompletion(order: Order): CompletedOrder {
  const weekLoss = findWeekLoss(order.flags);
  const confirmation = chooseConfirmation(order);
  const isMailed = confirmation === 'mailed';
  const isProcessing = order.paymentStatus === 'processing';
  const message = weekLoss
    ? tellWeekLoss(weekLoss)
    : isProcessing
      ? `Thank you. Your payment is still being processed${isMailed ? '; we’ll send a confirmation as soon as it comes through' : ''}.`
      : isMailed
        ? 'Thank you. We have your order, and a confirmation is on its way to you by e-mail.'
        : 'Thank you. We have your order and your payment. We’ll check it first, and then get in touch with you.';
  const { orderNumber } = order;
  return { success: true, orderNumber, message, weekLoss, confirmation, isProcessing };
}
