import type { Context, MiddlewareHandler } from 'hono';
import type { PaymentProvider } from '#domain/payments/payment-provider.ts';
import { SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import type { ClientReader } from '../http/client-address.ts';
import { setHeaders } from '../http/set-headers.ts';
import type { PagePolicy } from './format-policy.ts';
import { readPageMarkup } from './page-markup.ts';
import { createPagePolicy } from './page-policy.ts';
import type { SiteSnapshot, StoredFile } from './site-snapshot.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The address of the built page that an answer was made from, where it is not the one asked for. */
    builtPage: string;
  }
}

export interface SecurityHeaderDependencies {
  /** None in development, where Astro has the pages. */
  getSnapshot: (() => SiteSnapshot) | undefined;
  payments: PaymentProvider['kind'];
  clients: ClientReader;
}

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** What the service worker may fetch: the pages that it keeps. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
const EMPTY_MARKUP = {
  scriptHashes: [],
  styleHashes: [],
  scriptOrigins: [],
  frameSources: [],
  statisticsOrigins: [],
  preparesPages: false,
};

/**
 * The security headers of every answer. A built page's policy is derived from the page as it was built, so that what
 * the service fills into one later can never allow itself. A route may set any of them itself, and names the page that
 * it filled with `c.set('builtPage', '/contact-us')`.
 */
export function createSecurityHeaders(dependencies: SecurityHeaderDependencies): MiddlewareHandler {
  const { getSnapshot, payments, clients } = dependencies;
  const policies = new WeakMap<StoredFile, PagePolicy>();
  const emptyPolicy = createPagePolicy('', EMPTY_MARKUP, payments);
  const policyOf = (path: string, file: StoredFile) => {
    const known = policies.get(file);
    if (known) return known;
    const html = Buffer.from(file.identity).toString('utf8');
    const policy = createPagePolicy(path, readPageMarkup(html), payments);
    policies.set(file, policy);
    return policy;
  };
  return async (c, next) => {
    await next();
    // Asked only now: a new build may have landed since the request came in, and the answer was made from it.
    const snapshot = getSnapshot?.();
    setMissingHeaders(c, {
      'X-Content-Type-Options': 'nosniff',
      // No path for anybody, our own next page included: a script there could read a secret of this address. Not
      // `no-referrer`: under it a form's own POST carries `Origin: null` and fails the origin check.
      'Referrer-Policy': 'strict-origin',
      'Cross-Origin-Resource-Policy': c.req.path.startsWith('/share/') ? 'cross-origin' : 'same-origin',
      ...(clients.isHttps(c) && { 'Strict-Transport-Security': `max-age=${ONE_YEAR_SECONDS}` }),
    });
    const page = findPage(c, snapshot);
    if (page) setPageHeaders(c, policyOf(page.path, page.file));
    else if (isHtml(c)) {
      // In development none, as on Astro's own pages: Vite's scripts and styles are known to no policy beforehand.
      if (snapshot) setPageHeaders(c, emptyPolicy);
    } else {
      const isWorker = c.req.path === SERVICE_WORKER_PATH;
      setMissingHeaders(c, { 'Content-Security-Policy': isWorker ? WORKER_POLICY : DATA_POLICY });
    }
    if (c.req.path.startsWith('/api/')) setMissingHeaders(c, { 'Cache-Control': 'no-store' });
  };
}

/** The built page behind an answer, also behind a 304, which names no type. */
function findPage(
  c: Context,
  snapshot: SiteSnapshot | undefined,
): { path: string; file: StoredFile } | undefined {
  const path = c.get('builtPage') ?? decodePath(c.req.path);
  const file = snapshot?.files.get(path);
  if (file?.type.startsWith('text/html') && (isHtml(c) || c.res.status === 304)) return { path, file };
  const notFound = snapshot?.notFoundPage;
  return notFound && c.res.status === 404 && isHtml(c) ? { path: '/404', file: notFound } : undefined;
}

function isHtml(c: Context): boolean {
  return c.res.headers.get('Content-Type')?.startsWith('text/html') === true;
}

function setPageHeaders(c: Context, policy: PagePolicy): void {
  // A page that brings a policy of its own, as the payment sandbox's, says there who may frame it.
  const hasOwnPolicy = c.res.headers.has('Content-Security-Policy');
  setMissingHeaders(c, {
    ...(!hasOwnPolicy && { 'X-Frame-Options': policy.framing }),
    'Content-Security-Policy': policy.contentSecurityPolicy,
    'Permissions-Policy': policy.permissionsPolicy,
    'Cross-Origin-Opener-Policy': policy.openerPolicy,
  });
}

/** A route that knows better has set its own. */
function setMissingHeaders(c: Context, headers: Readonly<Record<string, string>>): void {
  const missing = Object.entries(headers).filter(([name]) => !c.res.headers.has(name));
  setHeaders(c, Object.fromEntries(missing));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
