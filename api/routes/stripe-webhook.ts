import { Hono } from 'hono';
import { sendProblem } from '../http/http-errors.ts';
import { readText } from '../http/request-body.ts';
import { receiveEvent } from '../settlement/receive-event.ts';
import type { RouteContext } from '../shop.ts';

/** Stripe's events are a few kilobytes, and larger with many line items. */
const LIMIT_BYTES = 256 * 1024;

/**
 * `POST /api/stripe/webhook`. The signature covers the exact bytes of the body. If an event cannot be recorded, the
 * answer is a 5xx, and Stripe sends it again for three days.
 */
export function createStripeWebhookRoutes(shop: RouteContext): Hono {
  return new Hono().post('/webhook', async (c) => {
    const body = await readText(c, LIMIT_BYTES);
    if (!body.ok) return sendProblem(c, body.problem);
    const event = shop.gateway.readEvent(body.value, c.req.header('Stripe-Signature') ?? '', shop.clock());
    if (event === null) return sendProblem(c, { code: 'invalid_signature' });
    const received = await receiveEvent(shop, event);
    if (!received.ok) return sendProblem(c, { code: 'payments_unavailable' });
    return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
  });
}
