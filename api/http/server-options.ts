import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** Milliseconds. High enough for a phone with a weak signal, and for a photograph that it sends to the content editor. */
export interface ServerTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long an answered connection waits for its next request. Longer than the minute that proxies keep theirs. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction, as when a client never reads the answer. */
  readonly silenceMs: number;
  /** How often Node looks for expired connections. */
  readonly checkEveryMs: number;
}

export const SERVER_TIMEOUTS: ServerTimeouts = {
  headersMs: 10_000,
  requestMs: 120_000,
  keepAliveMs: 65_000,
  silenceMs: 70_000,
  checkEveryMs: 1000,
};

const MOST_HEADERS = 100;
/** Requests of one connection that wait for their answers. Browsers and proxies send one, and wait. */
const MOST_WAITING = 8;

type AnswerOptions = NonNullable<Parameters<typeof getRequestListener>[1]>;

/**
 * The server, before it listens. An overdue request is answered with 408 and its connection closed. So is a connection,
 * without an answer, that sends one request after the other and waits for none (RFC 9112, section 9.3.2): 64 kB of them
 * are read in one turn, and their 2500 answers took seconds.
 */
export function createHttpServer(
  fetch: Parameters<typeof getRequestListener>[0],
  { timeouts = SERVER_TIMEOUTS, ...options }: AnswerOptions & { readonly timeouts?: ServerTimeouts } = {},
): Server {
  const answer = getRequestListener(fetch, options);
  const waiting = new WeakMap<Socket, number>();
  const limits = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
  };
  const server = createServer(limits, (incoming, outgoing) => {
    const { socket } = incoming;
    const others = waiting.get(socket) ?? 0;
    if (others === MOST_WAITING) return void socket.destroy();
    waiting.set(socket, others + 1);
    outgoing.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return void answer(incoming, outgoing);
  });
  server.timeout = timeouts.silenceMs;
  server.maxHeadersCount = MOST_HEADERS;
  return server;
}
