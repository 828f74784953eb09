import type { Context, MiddlewareHandler } from 'hono';
import { SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { setHeaders } from '../http/set-headers.ts';
import type { RouteContext } from '../shop.ts';
import type { PagePolicy } from './format-policy.ts';
import { readPageMarkup } from './page-markup.ts';
import { createPagePolicy } from './page-policy.ts';
import { loadFile, type SiteSnapshot, type StoredFile } from './site-snapshot.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Path of the built page that the answer was made from, when it is not the requested path. */
    builtPage: string;
    /** The file that is the answer. */
    builtFile: StoredFile;
  }
}

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** The service worker fetches the pages that it precaches, and nothing else. */
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
 * Sets the security headers of every answer. A page's policy is derived from the built page, so that nothing the service
 * fills in later can allow itself to run. A route can set any header itself. A route that fills a page names it with
 * `c.set('builtPage', '/contact-us')`.
 */
export function createSecurityHeaders({
  getSnapshot,
  payments,
  clients,
}: Pick<RouteContext, 'getSnapshot' | 'payments' | 'clients'>): MiddlewareHandler {
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
    // Read after the route: a new build may have been loaded meanwhile, and the answer was made from it.
    const snapshot = getSnapshot?.();
    setMissingHeaders(c, {
      'X-Content-Type-Options': 'nosniff',
      // The origin alone, because a path can contain a secret, and a script on the next page could read it. Not
      // `no-referrer`: with it a form's POST sends `Origin: null` and fails the origin check.
      'Referrer-Policy': 'strict-origin',
      'Cross-Origin-Resource-Policy': c.req.path.startsWith('/share/') ? 'cross-origin' : 'same-origin',
      ...(clients.isHttps(c) && { 'Strict-Transport-Security': `max-age=${ONE_YEAR_SECONDS}` }),
    });
    const page = await findPage(c, snapshot);
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
async function findPage(
  c: Context,
  snapshot: SiteSnapshot | undefined,
): Promise<{ path: string; file: StoredFile } | undefined> {
  const path = c.get('builtPage') ?? decodePath(c.req.path);
  const file = c.get('builtFile') ?? snapshot?.files.get(path);
  if (file?.type.startsWith('text/html') && (isHtml(c) || c.res.status === 304))
    return { path, file: await loadFile(file) };
  const notFound = snapshot?.notFoundPage;
  return notFound && c.res.status === 404 && isHtml(c) ? { path: '/404', file: notFound } : undefined;
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

/** Keeps the headers that the route has set. */
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
