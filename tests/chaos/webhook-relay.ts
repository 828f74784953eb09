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

/** @param pass is told of each webhook before, while and after the service has it */
export async function openWebhookRelay(servicePort: number, pass: PassMoment): Promise<WebhookRelay> {
  const server = createServer(async (request, answer) => {
    try {
      const body = await text(request);
      await pass('before a webhook');
      const passed = fetch(`http://127.0.0.1:${servicePort}${request.url}`, {
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
