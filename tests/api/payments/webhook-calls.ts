import type { Stripe } from 'stripe';
import { SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import type { ShopUnderTest } from '../orders/shop-under-test.ts';

interface Signing {
  secret?: string;
  /** Seconds before now at which it was signed. */
  ageSeconds?: number;
}

/** Sends an event as Stripe does, signed over its very bytes. */
export async function sendEvent(
  shop: ShopUnderTest,
  event: unknown,
  { secret, ageSeconds = 0 }: Signing = {},
) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event, null, 2);
  const signature = shop.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? SANDBOX_WEBHOOK_SECRET,
    timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
  });
  const response = await shop.app.request('/api/stripe/webhook', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body: payload,
  });
  return { status: response.status, body: await response.json() };
}

/** Every event of the sandbox of a type, newest first: what Stripe would send. */
export async function listEvents(shop: ShopUnderTest, type?: string): Promise<Stripe.Event[]> {
  const { data } = await shop.stripe.events.list({ limit: 100, ...(type && { type }) });
  return data;
}

/** The one event of a type. */
export async function findEvent(shop: ShopUnderTest, type: string): Promise<Stripe.Event> {
  const [event] = await listEvents(shop, type);
  if (!event) throw new Error(`no ${type}`);
  return event;
}
