import { setTimeout as wait } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { sendProblem } from '../http/http-errors.ts';
import { serveFile, serveNotFoundPage } from '../site/serve-file.ts';
import { DamagedFile, loadFile, type SiteSnapshot, type StoredFile } from '../site/site-snapshot.ts';

/** Loading a new build of 10,000 pages takes a second. */
const PATIENCE_MS = 5000;
const TRY_EVERY_MS = 100;

/** Every path that no other route has: the built pages and files, the redirects, and the 404 page. */
export function createSiteRoutes(getSnapshot: () => SiteSnapshot): Hono {
  return new Hono().use(etag()).all('*', async (c) => {
    // Hono passes HEAD to this handler and drops the body.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return refuseMethod(c);
    const url = new URL(c.req.url);
    const path = decodePath(url.pathname);
    const moved = url.search === '' ? undefined : getSnapshot().redirects.get(path + url.search);
    if (moved !== undefined) return redirectTo(moved, '');
    const file = await readSiteFile(getSnapshot, path);
    // A page has one spelling: only that one meets the routes that fill it or ask for a sign-in first.
    if (file && path !== c.req.path && file.type.startsWith('text/html')) return redirectTo(path, url.search);
    if (file) return serveFile(c, file);
    const snapshot = getSnapshot();
    const target = snapshot.redirects.get(path);
    if (target !== undefined) return redirectTo(target, url.search);
    if (snapshot.notFoundPage) return serveNotFoundPage(c.req.raw, snapshot.notFoundPage);
    return c.text('Page Not Found', 404);
  });
}

/** Waits for the new build when one has taken the folder's place and the snapshot is still of the last one. */
async function readSiteFile(getSnapshot: () => SiteSnapshot, path: string): Promise<StoredFile | undefined> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const file = getSnapshot().files.get(path);
    try {
      return file && (await loadFile(file));
    } catch (error) {
      if (!(error instanceof DamagedFile) || performance.now() > giveUpAt) throw error;
      await wait(TRY_EVERY_MS);
    }
  }
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

/** Decodes the path once, as a key to look up. Invalid percent-encoding matches no key. */
export function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
