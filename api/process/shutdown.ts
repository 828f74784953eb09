import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';

const POLL_MS = 50;

/** Milliseconds. */
export interface ClosingTimes {
  /** How long an idle connection may still bring a request. */
  readonly idleMs: number;
  /** After this, everything still running is cut off. */
  readonly deadlineMs: number;
}

/** No process takes over, so be quick: most hosts kill after 10 s. */
const STOPPING: ClosingTimes = { idleMs: 0, deadlineMs: 8000 };

/**
 * Another process accepts new connections, so there is time. Closing a connection while its next request is on its way
 * fails that request: in a test with 32 busy connections, each one did.
 */
export const HANDING_OVER: ClosingTimes = { idleMs: 5000, deadlineMs: 60_000 };

/**
 * Stops accepting connections, and waits until the running requests are answered. Every answer now closes its
 * connection. A second call with shorter times also shortens the first.
 */
export type CloseServer = (times?: Partial<ClosingTimes>) => Promise<void>;

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

  function closeIdle(): void {
    for (const [socket, state] of connections) {
      // More bytes are the start of a request.
      if (state === socket.bytesRead) socket.destroy();
    }
  }

  return async (times) => {
    const { idleMs, deadlineMs } = { ...STOPPING, ...times };
    isClosing = true;
    for (const state of connections.values()) {
      if (typeof state === 'object' && !state.headersSent) state.setHeader('Connection', 'close');
    }
    const closed = once(server, 'close');
    // Not the HTTP server's own `close`, which cuts idle connections at once.
    Server.prototype.close.call(server);
    const idleUntil = performance.now() + idleMs;
    const look = () => void (performance.now() >= idleUntil && closeIdle());
    look();
    const idle = setInterval(look, POLL_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
  };
}
