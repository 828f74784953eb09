import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';

const POLL_MS = 50;

/** Milliseconds. */
export interface ClosingTimes {
  /** How long a connection without a request may still bring one. */
  readonly idleMs: number;
  /** After which whatever still runs is cut off. */
  readonly deadlineMs: number;
}

/** Nobody takes over, so it should be quick: below the 10 s that most hosts wait. */
const STOPPING: ClosingTimes = { idleMs: 0, deadlineMs: 8000 };

/**
 * Another process takes whatever is new, so there is time. A connection that is cut while its next request is on its
 * way fails that request: of 32 busy ones, each did.
 */
export const HANDING_OVER: ClosingTimes = { idleMs: 5000, deadlineMs: 60_000 };

/**
 * Stops accepting connections and waits until the running requests are answered. Each answer from then on is its
 * connection's last. Called again with shorter times, it hastens the first call too.
 */
export type CloseServer = (times?: Partial<ClosingTimes>) => Promise<void>;

/**
 * To be called before the server listens. Node's own way of closing idle connections takes those for idle whose answer
 * has been written and has not left yet, and cuts off what a slow line has still to get.
 */
export function prepareToClose(server: HttpServer): CloseServer {
  /** Of each connection, what is being answered on it, or else the bytes that had come when that was done. */
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
      // More bytes are the beginning of a request.
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
