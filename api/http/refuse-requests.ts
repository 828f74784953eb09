import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { ClientReader } from './client-address.ts';
import { sendProblem } from './http-errors.ts';
import { mediaType } from './request-body.ts';

type Incoming = HttpBindings['incoming'];

/**
 * Refuses requests that Node accepts but a proxy in front may read differently: with two hosts (RFC 9112, section 3.2),
 * or chunked over HTTP/1.0 (RFC 9112, section 6.1). Node's parser refuses all other ambiguous requests. Also refuses
 * every other body without a length, as RFC 9112 allows in section 6.3: in chunks of one byte, 64 kB of it took a tenth
 * of a second in one turn. Browsers, Stripe and the proxies in `deploy/` send the length. What follows is
 * not read, because it may be part of the same attack.
 */
export function refuseAmbiguousRequests(): MiddlewareHandler {
  return async (c, next) => {
    // `app.request` has no connection.
    const incoming: Incoming | undefined = c.env?.incoming;
    const code = incoming && findFault(incoming);
    if (code === undefined) return next();
    c.env.outgoing.once('finish', () => incoming?.destroy());
    return sendProblem(c, { code, headers: { Connection: 'close' } });
  };
}

function findFault({ rawHeaders, httpVersion, headers }: Incoming) {
  // Not from `headers`, which keeps only the first of two.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (hosts.length > 1 || (isChunked && httpVersion === '1.0')) return 'malformed_body';
  return isChunked ? 'length_required' : undefined;
}

/** Path and query. Our longest URL, a return from a payment, has a few hundred characters. */
const LONGEST_URL = 4096;
/** Per value. Browsers send no longer Referer. */
const LONGEST_HEADER = 4096;
/** All cookies of the site together. Other programs on the same host may set some. */
const LONGEST_COOKIES = 8192;

/**
 * Refuses what no browser sends, before the service reads it. Node limits all headers together (16 kB, and
 * `MOST_HEADERS`). These limits keep the cost of each single header small.
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

const READING = ['GET', 'HEAD', 'OPTIONS'];
/** Signed by Stripe instead. */
const SIGNED_PATHS = ['/api/stripe/webhook'];
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * Refuses requests from other sites' pages that would change something. Browsers send their origin in `Origin`,
 * `Sec-Fetch-Site` or at least `Referer`. A request without any of them comes from a program and is accepted, unless it
 * has a cookie or a form, which only browsers need to send.
 */
export function createOriginCheck({ host }: ClientReader): MiddlewareHandler {
  return async (c, next) => {
    const isExempt = READING.includes(c.req.method) || SIGNED_PATHS.includes(c.req.path);
    if (isExempt || isOwn(c, host(c))) return next();
    return sendProblem(c, { code: 'foreign_origin' });
  };
}

/** Compares hosts but not schemes: behind an untrusted proxy, HTTPS looks like HTTP from here. */
function isOwn(c: Context, host: string | undefined): boolean {
  const origin = c.req.header('Origin');
  if (origin !== undefined) return hostOf(origin) === host;
  const site = c.req.header('Sec-Fetch-Site');
  // `none`: typed or reloaded by the visitor.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const referrer = c.req.header('Referer');
  if (referrer !== undefined) return hostOf(referrer) === host;
  return c.req.header('Cookie') === undefined && !FORM_TYPES.includes(mediaType(c));
}

/** @returns null, which equals no host, if it is not a URL: sandboxed frames send `Origin: null` */
function hostOf(address: string): string | null {
  return URL.parse(address)?.host ?? null;
}
