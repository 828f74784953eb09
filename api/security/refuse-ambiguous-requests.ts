import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { sendProblem } from '../http-errors.ts';

type Incoming = (HttpBindings | Http2Bindings)['incoming'];

/**
 * Refuses what a proxy in front may read differently from us, and what Node lets through: a request for two hosts
 * (RFC 9112, section 3.2; RFC 9113, section 8.3.1), and one of HTTP/1.0 in chunks (RFC 9112, section 6.1). The
 * connection ends with it, because what follows on it may be the rest of the same trick. Node's parser refuses all
 * others.
 */
export function refuseAmbiguousRequests(): MiddlewareHandler {
  return async (c, next) => {
    // `app.request` has no connection.
    const incoming: Incoming | undefined = c.env?.incoming;
    if (incoming === undefined || !isAmbiguous(incoming)) return next();
    // HTTP/2 knows no such header.
    const headers: Record<string, string> = incoming.httpVersionMajor === 1 ? { Connection: 'close' } : {};
    return sendProblem(c, { code: 'malformed_body', headers });
  };
}

function isAmbiguous({ rawHeaders, httpVersion, httpVersionMajor, headers }: Incoming): boolean {
  // Not from `headers`, which keeps the first of two and drops the other.
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && isHostHeader(rawHeaders[index - 1]));
  const isOneHost = httpVersionMajor === 1 ? hosts.length <= 1 : new Set(hosts).size <= 1;
  return !isOneHost || (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined);
}

function isHostHeader(name: string | undefined): boolean {
  return name?.toLowerCase() === 'host' || name === ':authority';
}
