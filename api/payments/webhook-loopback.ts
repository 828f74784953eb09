import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

const WEBHOOK_PATH = '/api/stripe/webhook';

/**
 * A second door for the embedded sandbox's events, for this machine alone and in plain HTTP: where the service speaks
 * HTTPS itself, its certificate is for the farm's name, and not for 127.0.0.1.
 * @returns its address, and what closes it
 */
export async function openWebhookLoopback(fetch: Fetch): Promise<{ url: string; close: () => void }> {
  const server = createAdaptorServer({
    fetch: (request, env) =>
      new URL(request.url).pathname === WEBHOOK_PATH
        ? fetch(request, env)
        : new Response(null, { status: 404 }),
  }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
