import { Hono } from 'hono';
import { sendProblem } from '../http/http-errors.ts';
import { readText } from '../http/request-body.ts';
import { type EventDependencies, receiveEvent } from '../settlement/receive-event.ts';

/** Stripe's events are a few kilobytes; some with many line items are more. */
const LIMIT_BYTES = 256 * 1024;

/**
 * `POST /api/stripe/webhook`. The signature covers the body byte for byte, so the body is read as it is. Whatever
 * keeps an event from being recorded answers 5xx, upon which Stripe sends it again for three days.
 */
export function createStripeWebhookRoutes(deps: EventDependencies): Hono {
  return new Hono().post('/webhook', async (c) => {
    const body = await readText(c, LIMIT_BYTES);
    if (!body.ok) return sendProblem(c, body.problem);
    const event = deps.gateway.readEvent(body.value, c.req.header('Stripe-Signature') ?? '', deps.clock());
    if (event === null) return sendProblem(c, { code: 'invalid_signature' });
    const received = await receiveEvent(deps, event);
    if (!received.ok) return sendProblem(c, { code: 'payments_unavailable' });
    return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
  });
}
