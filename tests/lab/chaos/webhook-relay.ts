import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PassMoment } from './storm.ts';

/** Between the sandbox and the service, so that the service can be killed around each webhook. */
export interface WebhookRelay {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * @param ports of the services, which have the webhooks in turn
 * @param pass is told of each webhook before, while and after a service has it
 */
export async function openWebhookRelay(ports: readonly number[], pass: PassMoment): Promise<WebhookRelay> {
  let webhooks = 0;
  const server = createServer(async (request, answer) => {
    try {
      const body = await text(request);
      await pass('before a webhook');
      webhooks += 1;
      const passed = fetch(`http://127.0.0.1:${ports[webhooks % ports.length]}${request.url}`, {
        method: 'POST',
        headers: {
          'Content-Type': String(request.headers['content-type']),
          'Stripe-Signature': String(request.headers['stripe-signature']),
        },
        body,
      });
      void pass('during a webhook');
      const { status } = await passed;
      // The sandbox does not learn of the service's answer, so it sends the event again.
      if (await pass('after a webhook')) answer.destroy();
      else answer.writeHead(status).end();
    } catch {
      // Nobody is there: for the sandbox too.
      answer.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
