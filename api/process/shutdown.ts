import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';

const POLL_MS = 50;
/** How long a connection that was made just before may take to bring its first request. */
const FIRST_REQUEST_MS = 1000;

/** Most hosts kill a process 10 s after they have told it to stop. */
export const STOP_LIMIT_MS = 8000;

/**
 * Stops accepting connections, and waits until the running requests are answered, at most for so long. Every answer now
 * closes its connection, and idle connections are closed at once: with a client that keeps them, the request that is just
 * on its way fails. The proxies in `deploy/` keep none.
 */
export type CloseServer = (limitMs?: number) => Promise<void>;

/**
 * Call it before the server listens. Node's own way to close idle connections also closes those whose answer is written
 * but not sent yet, and so cuts off slow clients.
 */
export function prepareToClose(server: HttpServer): CloseServer {
  /** For each connection the current answer, or the bytes received when the last one was done. */
  const connections = new Map<Socket, ServerResponse | number>();
  let isClosing = false;

  server.on('connection', (socket: Socket) => {
    connections.set(socket, 0);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    connections.set(socket, response);
    response.once('close', () => {
      if (connections.get(socket) === response) connections.set(socket, socket.bytesRead);
    });
    if (isClosing) response.setHeader('Connection', 'close');
  });

  function closeIdle(sinceMs: number): void {
    for (const [socket, state] of connections) {
      const isNew = state === 0 && performance.now() - sinceMs < FIRST_REQUEST_MS;
      // More bytes are the start of a request.
      if (state === socket.bytesRead && !isNew) socket.destroy();
    }
  }

  return async (limitMs = STOP_LIMIT_MS) => {
    isClosing = true;
    for (const state of connections.values()) {
      if (typeof state === 'object' && !state.headersSent) state.setHeader('Connection', 'close');
    }
    const closed = once(server, 'close');
    // Not the HTTP server's own `close`, which cuts idle connections at once.
    Server.prototype.close.call(server);
    const sinceMs = performance.now();
    closeIdle(sinceMs);
    const idle = setInterval(closeIdle, POLL_MS, sinceMs);
    const deadline = setTimeout(() => server.closeAllConnections(), limitMs);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
  };
}
