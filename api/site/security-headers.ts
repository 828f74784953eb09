import type { Context, MiddlewareHandler } from 'hono';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { setHeaders } from '../http/set-headers.ts';
import type { RouteContext } from '../shop.ts';
import { createPagePolicy, type PagePolicy, readPageMarkup } from './page-policy.ts';
import { NOT_FOUND_FILE, type SiteFile, type SiteSnapshot, textOf } from './site-snapshot.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Path of the built page that the answer was made from, when it is not the requested path. */
    builtPage: string;
    /** The build that the request is answered from, where one is served. */
    site: SiteSnapshot;
  }
}

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** The service worker fetches the pages that it precaches, and nothing else. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Sets the security headers of every answer. A page's policy is derived from the built page, so that nothing the service
 * fills in later can allow itself to run. A route can set any header itself. A route that fills a page names it with
 * `c.set('builtPage', '/contact-us')`.
 */
export function createSecurityHeaders({
  getSnapshot,
  payments,
  clients,
}: Pick<RouteContext, 'getSnapshot' | 'payments' | 'clients'>): MiddlewareHandler {
  const policies = new WeakMap<SiteFile, PagePolicy>();
  const emptyPolicy = createPagePolicy('', readPageMarkup(''), payments);
  const policyOf = (path: string, file: SiteFile) => {
    const known = policies.get(file);
    if (known) return known;
    const policy = createPagePolicy(path, readPageMarkup(textOf(file)), payments);
    policies.set(file, policy);
    return policy;
  };
  return async (c, next) => {
    // Once for a request: the policy of the build after it would block the page's own styles and scripts.
    const snapshot = getSnapshot?.();
    if (snapshot) c.set('site', snapshot);
    await next();
    setMissingHeaders(c, {
      'X-Content-Type-Options': 'nosniff',
      // The origin alone, because a path can contain a secret, and a script on the next page could read it. Not
      // `no-referrer`: with it a form's POST sends `Origin: null` and fails the origin check.
      'Referrer-Policy': 'strict-origin',
      'Cross-Origin-Resource-Policy': c.req.path.startsWith('/share/') ? 'cross-origin' : 'same-origin',
      ...(clients.isHttps(c) && { 'Strict-Transport-Security': `max-age=${ONE_YEAR_SECONDS}` }),
    });
    const page = snapshot && findPage(c, snapshot);
    if (page) setPageHeaders(c, policyOf(page.path, page.file));
    else if (isHtml(c)) {
      // No policy in development: the hashes of Vite's scripts and styles are not known beforehand.
      if (snapshot) setPageHeaders(c, emptyPolicy);
    } else {
      const isWorker = c.req.path === SERVICE_WORKER_PATH;
      setMissingHeaders(c, { 'Content-Security-Policy': isWorker ? WORKER_POLICY : DATA_POLICY });
    }
    if (c.req.path.startsWith('/api/')) setMissingHeaders(c, { 'Cache-Control': 'no-store' });
  };
}

/** The built page behind an answer, including a 304, which has no content type. */
function findPage(c: Context, { files, paths }: SiteSnapshot) {
  const path = c.get('builtPage') ?? tryDecodeURIComponent(c.req.path);
  const name = paths.get(path);
  const found = name?.endsWith('.html') && (isHtml(c) || c.res.status === 304) && files.get(name);
  if (found) return { path, file: found };
  const file = c.res.status === 404 && isHtml(c) && files.get(NOT_FOUND_FILE);
  return file ? { path: '/404', file } : undefined;
}

function isHtml(c: Context): boolean {
  return c.res.headers.get('Content-Type')?.startsWith('text/html') === true;
}

function setPageHeaders(c: Context, policy: PagePolicy): void {
  // A page with its own policy, such as the payment sandbox's, says there who may frame it.
  const hasOwnPolicy = c.res.headers.has('Content-Security-Policy');
  setMissingHeaders(c, {
    ...(!hasOwnPolicy && { 'X-Frame-Options': policy.framing }),
    'Content-Security-Policy': policy.contentSecurityPolicy,
    'Permissions-Policy': policy.permissionsPolicy,
    'Cross-Origin-Opener-Policy': policy.openerPolicy,
  });
}

function setMissingHeaders(c: Context, headers: Readonly<Record<string, string>>): void {
  const missing = Object.entries(headers).filter(([name]) => !c.res.headers.has(name));
  setHeaders(c, Object.fromEntries(missing));
}
