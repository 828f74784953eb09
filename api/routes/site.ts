import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { sendProblem } from '../http/http-errors.ts';
import { serveFile } from '../site/serve-file.ts';
import { NOT_FOUND_FILE } from '../site/site-snapshot.ts';

/** Every path that no other route has: the built pages and files, the redirects, and the 404 page. */
export function createSiteRoutes(): Hono {
  return new Hono().use(etag()).all('*', (c) => {
    // Hono passes HEAD to this handler and drops the body.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return refuseMethod(c);
    const snapshot = c.get('site');
    const { pathname, search } = new URL(c.req.url);
    const path = tryDecodeURIComponent(pathname);
    const moved = search === '' ? undefined : snapshot.redirects.get(path + search);
    if (moved !== undefined) return redirectTo(moved, '');
    const file = snapshot.paths.get(path);
    // A page has one spelling: only that one meets the routes that fill it or ask for a sign-in first.
    if (path !== c.req.path && file?.endsWith('.html')) return redirectTo(path, search);
    if (file !== undefined) return serveFile(c, snapshot, file);
    const target = snapshot.redirects.get(path);
    if (target !== undefined) return redirectTo(target, search);
    return snapshot.files.has(NOT_FOUND_FILE)
      ? serveFile(c, snapshot, NOT_FOUND_FILE)
      : c.text('Page Not Found', 404);
  });
}

/**
 * Answers 301 and keeps the query. The target comes from a list, never from the request, so it is not an open redirect.
 */
export function redirectTo(target: string, query: string): Response {
  const [path, anchor] = target.split('#');
  const location = `${path}${query}${anchor === undefined ? '' : `#${anchor}`}`;
  // An hour, because browsers otherwise keep a 301 for good, an editor's mistake included.
  const headers = { Location: location, 'Cache-Control': 'public, max-age=3600', 'Content-Length': '0' };
  return new Response(null, { status: 301, headers });
}

function refuseMethod(c: Context): Response | Promise<Response> {
  const error = 'This page only answers GET and HEAD.';
  return sendProblem(c, { code: 'method_not_allowed', error, headers: { Allow: 'GET, HEAD' } });
}
