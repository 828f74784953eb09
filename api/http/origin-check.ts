import type { Context, MiddlewareHandler } from 'hono';
import type { ClientReader } from './client-address.ts';
import { sendProblem } from './http-errors.ts';
import { mediaType } from './request-body.ts';

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
