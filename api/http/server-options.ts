import type { Server, ServerOptions } from 'node:http';

/** Milliseconds. High enough for a phone with a weak signal, and for a photograph that it sends to the content editor. */
export interface ServerTimeouts {
  /** From the connection to the end of the headers. */
  readonly headersMs: number;
  /** From the connection to the end of the body. */
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

/** For `createAdaptorServer({ serverOptions })`. An overdue request is answered with 408 and its connection closed. */
export function createServerOptions(timeouts: ServerTimeouts = SERVER_TIMEOUTS): ServerOptions {
  return {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
  };
}

/** Settings that Node has no option for. */
export function configureServer(
  server: Pick<Server, 'timeout' | 'maxHeadersCount'>,
  timeouts: ServerTimeouts = SERVER_TIMEOUTS,
): void {
  server.timeout = timeouts.silenceMs;
  server.maxHeadersCount = MOST_HEADERS;
}
