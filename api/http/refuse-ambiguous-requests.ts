import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { sendProblem } from './http-errors.ts';

type Incoming = HttpBindings['incoming'];

/**
 * Refuses what a proxy in front may read differently from us, and what Node lets through: a request for two hosts
 * (RFC 9112, section 3.2), and one of HTTP/1.0 in chunks (RFC 9112, section 6.1). The connection ends with it, because
 * what follows on it may be the rest of the same trick. Node's parser refuses all others.
 */
export function refuseAmbiguousRequests(): MiddlewareHandler {
  return async (c, next) => {
    // `app.request` has no connection.
    const incoming: Incoming | undefined = c.env?.incoming;
    if (incoming === undefined || !isAmbiguous(incoming)) return next();
    return sendProblem(c, { code: 'malformed_body', headers: { Connection: 'close' } });
  };
}

function isAmbiguous({ rawHeaders, httpVersion, headers }: Incoming): boolean {
  // Not from `headers`, which keeps the first of two and drops the other.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1 || (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined);
}
