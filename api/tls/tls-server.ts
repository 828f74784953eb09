import type { ServerOptions } from 'node:http';
import { createSecureServer, type Http2SecureServer, type SecureServerOptions } from 'node:http2';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import {
  hasTooLargeHeaders,
  limitSessions,
  SESSION_LIMITS,
  SESSION_TIMEOUTS,
  type SessionTimeouts,
} from '../security/http2-limits.ts';
import {
  configureServer,
  createServerOptions,
  SERVER_TIMEOUTS,
  type ServerTimeouts,
} from '../security/server-options.ts';
import type { Certificate } from './certificate.ts';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** HTTP/2 over TLS, and HTTP/1.1 for those who do not speak it. */
export interface TlsServer extends Http2SecureServer {
  /** Has effect for connections that begin from now on. */
  setCertificate(certificate: Certificate, ticketKeys: Buffer): void;
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

/**
 * A TLS record can only be read when all of it is there, and a full one of 16 kB takes a third of a second at
 * 400 kbit/s. This one fits a packet also inside PPPoE or a mobile network's tunnel. It never grows: larger ones would
 * save 1.5 % of a large file's bytes and, measured, a twentieth of the processor's time.
 */
const RECORD_BYTES = 1300;

const CONTEXT = {
  minVersion: 'TLSv1.2',
  /** What browsers take of RFC 8879; a chain of certificates is the largest part of a first handshake. */
  certificateCompression: ['brotli', 'zstd', 'zlib'],
  /** Seconds. What a session ticket is good for; Node's own five minutes are over when a visitor comes back. */
  sessionTimeout: 24 * 60 * 60,
  /** Node's own is a hash of the command line, which the next version may start differently. */
  sessionIdContext: 'farm-site',
} satisfies SecureServerOptions;

/** @param timeouts the shipped ones unless a test is in a hurry */
export function createTlsServer(
  fetch: Fetch,
  certificate: Certificate,
  timeouts: ServerTimeouts & SessionTimeouts = { ...SERVER_TIMEOUTS, ...SESSION_TIMEOUTS },
): TlsServer {
  const serverOptions: SecureServerOptions & ServerOptions = {
    ...CONTEXT,
    ...SESSION_LIMITS,
    ...createServerOptions(timeouts),
    cert: certificate.cert,
    key: certificate.key,
    allowHTTP1: true,
    handshakeTimeout: timeouts.headersMs,
    noDelay: true,
  };
  const server = createAdaptorServer({
    fetch: (request, env) =>
      hasTooLargeHeaders(env.incoming) ? new Response(null, { status: 431 }) : fetch(request, env),
    createServer: createSecureServer,
    serverOptions,
  }) as TlsServer;
  configureServer(server as unknown as Parameters<typeof configureServer>[0], timeouts);
  limitSessions(server, timeouts);
  server.on('secureConnection', (socket) => socket.setMaxSendFragment(RECORD_BYTES));

  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return Object.assign(server, {
    setCertificate({ cert, key }: Certificate, ticketKeys: Buffer) {
      server.setSecureContext({ ...CONTEXT, cert, key, ticketKeys });
    },
    closeAllConnections() {
      for (const socket of sockets) socket.destroy();
    },
  });
}
