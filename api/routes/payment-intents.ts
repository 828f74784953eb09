import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { chooseCapture } from '#domain/delivery/weeks.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { deliveryWeek, orderSchema, pounds, quantity, ruled } from '#domain/schemas/order.ts';
import { sendProblem } from '../http/http-errors.ts';
import { type Result, refuse } from '../http/problems.ts';
import { readJson } from '../http/request-body.ts';
import { NO_DETAILS, type OrderDetails, toDetails } from '../orders/details.ts';
import { countPaidBoxes, type PricedOrder, priceOrder } from '../orders/sale/price-order.ts';
import { findPaidPurchase, type StartRequest, startPayment } from '../orders/sale/start-payment.ts';
import type { RouteContext } from '../shop.ts';
import type { Catalogue } from '../site/catalogue.ts';

const purchaseIds = {
  /** The page's own id for this purchase, so that a reload, or a call after a lost connection, gets the same payment. */
  attemptId: z.uuid('Please reload the page.').optional(),
  /** The attempt that this page has started before, and replaces by this one. */
  replaces: z.uuid('Please reload the page.').optional(),
};

const requestSchema = z.object(
  {
    amount: pounds,
    automatic_payment_methods: z
      .object(
        {
          enabled: z.literal(true, 'Only automatic payment methods are taken.'),
          allow_redirects: z.enum(['always', 'never'], 'Please say always or never.').default('never'),
        },
        'Please send these as an object.',
      )
      .default({ enabled: true, allow_redirects: 'never' }),
    metadata: z
      .object(
        {
          customerName: ruled(DELIVERY_RULES.customerName).optional(),
          customerEmail: ruled(DELIVERY_RULES.customerEmail).optional(),
          orderType: z.literal('branch_box', 'Only branch boxes are sold here.').optional(),
        },
        'Please send these as an object.',
      )
      .default({}),
    order: orderSchema.optional(),
    ...purchaseIds,
  },
  'Please send the amount and the order.',
);

type IntentRequest = z.output<typeof requestSchema>;

/**
 * `POST /api/create-payment-intent` (section 7). `amount` is what the buyer saw, in pounds. It is compared with the
 * server's own price, which is charged. Answers with `clientSecret` and the attempt's price.
 */
export function createPaymentIntentRoutes(shop: RouteContext): Hono {
  return new Hono().post('/', async (c) => {
    const body = await readJson(c, requestSchema);
    if (!body.ok) return sendProblem(c, body.problem);
    const priced = priceRequest(shop.getCatalogue(), body.value, shop.clock());
    const { attemptId, replaces, automatic_payment_methods: methods } = body.value;
    const details = detailsOf(body.value);
    const allowRedirects = methods.allow_redirects;
    return start(c, shop, priced, { attemptId, replaces, kind: 'branch_box', details, allowRedirects });
  });
}

async function start(
  c: Context,
  shop: RouteContext,
  priced: Result<PricedOrder>,
  asked: Pick<StartRequest, 'attemptId' | 'replaces' | 'kind' | 'details' | 'allowRedirects'>,
): Promise<Response> {
  if (!priced.ok) return sendProblem(c, (await findPaidPurchase(shop, asked.attemptId)) ?? priced.problem);
  const network = shop.clients.network(c);
  const capture = chooseCapture(shop.getCatalogue().weeks);
  const started = await startPayment(shop, { ...asked, priced: priced.value, network, capture });
  if (!started.ok) return sendProblem(c, started.problem);
  return c.json(started.value, 200, { 'Cache-Control': 'no-store' });
}

function priceRequest(
  catalogue: Catalogue,
  { amount, order }: IntentRequest,
  now: Date,
): Result<PricedOrder> {
  if (order) {
    const { quantity, deliveryWeek: week, shippingPostcode: postcode, unitPrice, totalAmount } = order;
    const totals = [amount, totalAmount ?? amount];
    const request = { quantity, week, postcode, shown: { unitPrice, totals } };
    const priced = priceOrder(catalogue, request, now);
    return renameFields(priced, (name) => `order.${name}`);
  }
  const boxes = countPaidBoxes(catalogue, amount);
  if (!boxes.ok) return boxes;
  const request = { quantity: boxes.value, week: null, postcode: null };
  return renameFields(priceOrder(catalogue, request, now), () => 'amount');
}

/** Without the order, there is only the specified metadata. The rest arrives with the completion call. */
function detailsOf({ order, metadata }: IntentRequest): OrderDetails {
  return order ? toDetails(order, order.deliveryWeek) : toDetails(metadata, null);
}

function renameFields<T>(result: Result<T>, rename: (name: string) => string): Result<T> {
  if (result.ok || !result.problem.fields) return result;
  const fields = Object.entries(result.problem.fields).map(([name, message]) => [rename(name), message]);
  return refuse({ ...result.problem, fields: Object.fromEntries(fields) });
}

const foliageSchema = z.object(
  {
    quantity,
    deliveryWeek,
    /** The price per box that the page showed, if it sends it. */
    unitPrice: pounds.optional(),
    ...purchaseIds,
  },
  'Please send the quantity and the delivery week.',
);

/**
 * `POST /create-payment-intent`: the foliage page's payment (section 7, where it has no `/api` prefix). The wallet or
 * card form sends the delivery address to Stripe.
 */
export function createFoliageRoutes(shop: RouteContext): Hono {
  return new Hono().post('/', async (c) => {
    const body = await readJson(c, foliageSchema);
    if (!body.ok) return sendProblem(c, body.problem);
    const { quantity, deliveryWeek: week, unitPrice, attemptId, replaces } = body.value;
    const request = { quantity, week, postcode: null, shown: { unitPrice } };
    const priced = priceOrder(shop.getCatalogue(), request, shop.clock());
    const details = { ...NO_DETAILS, week };
    return start(c, shop, priced, { attemptId, replaces, kind: 'foliage', details, allowRedirects: 'never' });
  });
}
