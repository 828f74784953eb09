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

/** Path and query. The longest of our own is a return from a payment, with a few hundred characters. */
export const LONGEST_URL = 4096;
/** Of one value. Browsers send no longer Referer. */
export const LONGEST_HEADER = 4096;
/** All cookies of the site together; other programs of the same host may set some. */
export const LONGEST_COOKIES = 8192;

/**
 * Refuses what no browser sends, before any part of the service reads it. Node has a limit of its own for all headers
 * together (16 kB, and `MOST_HEADERS`); with these, what one of them costs stays small whatever it holds.
 */
export function refuseOversizedRequests(): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    if (pathname.length + search.length > LONGEST_URL) return sendProblem(c, { code: 'url_too_long' });
    // `app.request` has no connection.
    const raw: readonly string[] = c.env?.incoming?.rawHeaders ?? [...c.req.raw.headers].flat();
    const isTooLong = (value: string, index: number) =>
      index % 2 === 1 && value.length > limitOf(raw[index - 1]);
    if (raw.some(isTooLong)) return sendProblem(c, { code: 'header_too_long' });
    return next();
  };
}

function limitOf(name: string | undefined): number {
  return name?.toLowerCase() === 'cookie' ? LONGEST_COOKIES : LONGEST_HEADER;
}
