import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** In front of several services, as an operator has it. */
export interface ReverseProxy {
  readonly port: number;
  close(): void;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/**
 * Passes requests to the services in turn. Where one does not answer, the next one is asked: with any request that it
 * has not got, and with those that may be repeated. Each is asked twice: by then the one that was down may have come up.
 */
export async function openReverseProxy(ports: readonly number[]): Promise<ReverseProxy> {
  let requests = 0;
  const server = createServer(async (incoming, outgoing) => {
    requests += 1;
    const inTurn = [...ports, ...ports].map((_, index) => ports[(requests + index) % ports.length] as number);
    const body = await buffer(incoming).catch(() => undefined);
    const answer = body && (await ask(inTurn, incoming, body));
    send(outgoing, answer ?? { status: 502, headers: {}, body: Buffer.from('Nobody answers.') });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function ask(
  ports: readonly number[],
  incoming: IncomingMessage,
  body: Buffer,
): Promise<Answer | undefined> {
  for (const port of ports) {
    try {
      return await askOne(port, incoming, body);
    } catch (error) {
      const hasNotGotIt = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
      if (!hasNotGotIt && incoming.method !== 'GET') return undefined;
    }
  }
  return undefined;
}

async function askOne(
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const passed = request({ port, host: '127.0.0.1', method, path: url, headers, agent: false });
  passed.end(body);
  const [answer] = (await once(passed, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const { 'transfer-encoding': _, connection: __, ...others } = headers;
  outgoing.writeHead(status, { ...others, 'content-length': body.length }).end(body);
}
