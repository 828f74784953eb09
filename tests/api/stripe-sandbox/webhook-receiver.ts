import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';

export interface WebhookReceiver {
  url: string;
  /** Events in the order of their arrival, each verified by the SDK. */
  events: Stripe.Event[];
  /** Their types. */
  types: () => string[];
  /** Answers for the next deliveries, one each; 200 when there are none. */
  answers: number[];
  /** What the SDK said of deliveries that it did not accept. */
  refused: string[];
  close: () => Promise<void>;
}

/** A server that takes webhooks as the service does: the raw body, verified by `stripe.webhooks.constructEvent`. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const refused: string[] = [];
  const stripe = new Stripe('sk_test_unused');
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const signature = String(request.headers['stripe-signature']);
    try {
      const event = stripe.webhooks.constructEvent(body, signature, SANDBOX_WEBHOOK_SECRET);
      const status = answers.shift() ?? 200;
      if (status === 200) events.push(event);
      response.writeHead(status).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/webhook`,
    events,
    types: () => events.map(({ type }) => type),
    answers,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
