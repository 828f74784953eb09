import { Hono } from 'hono';
import { z } from 'zod';
import { chooseCapture } from '#domain/delivery/weeks.ts';
import { deliveryWeek, pounds, quantity } from '#domain/schemas/order.ts';
import type { ClientReader } from '../http/client-address.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readJson } from '../http/request-body.ts';
import { NO_DETAILS } from '../orders/details.ts';
import { priceOrder } from '../orders/price-order.ts';
import { findPaidPurchase, type PaymentDependencies, startPayment } from '../orders/start-payment.ts';
import type { Catalogue } from '../site/catalogue.ts';

const requestSchema = z.object(
  {
    quantity,
    deliveryWeek,
    /** What the page showed for a box, where it says so. */
    unitPrice: pounds.optional(),
    /** The page's own id for this purchase, for a repeat of the call after a broken line. */
    attemptId: z.uuid('Please reload the page.').optional(),
    /** The attempt that this page has begun before, and gives up for this one. */
    replaces: z.uuid('Please reload the page.').optional(),
  },
  'Please send the quantity and the delivery week.',
);

export interface FoliageDependencies extends PaymentDependencies {
  readonly getCatalogue: () => Catalogue;
  readonly clients: ClientReader;
}

/**
 * `POST /create-payment-intent`: the foliage page's payment (section 7; without the `/api` prefix, as written).
 * Who gets the boxes, and where, the wallet or the card form tells Stripe.
 */
export function createFoliageRoutes(deps: FoliageDependencies): Hono {
  return new Hono().post('/', async (c) => {
    const body = await readJson(c, requestSchema);
    if (!body.ok) return sendProblem(c, body.problem);
    const { quantity, deliveryWeek: week, unitPrice } = body.value;
    const request = { quantity, week, postcode: null, shown: { unitPrice } };
    const priced = priceOrder(deps.getCatalogue(), request, deps.clock());
    if (!priced.ok) {
      const paid = await findPaidPurchase(deps, body.value.attemptId);
      return sendProblem(c, paid ?? priced.problem);
    }
    const started = await startPayment(deps, {
      attemptId: body.value.attemptId,
      replaces: body.value.replaces,
      kind: 'foliage',
      priced: priced.value,
      details: { ...NO_DETAILS, week },
      network: deps.clients.network(c),
      capture: chooseCapture(deps.getCatalogue().weeks),
      allowRedirects: 'never',
    });
    if (!started.ok) return sendProblem(c, started.problem);
    return c.json(started.value, 200, { 'Cache-Control': 'no-store' });
  });
}
