import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { PAGES } from '#domain/pages.ts';
import { html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { sendContentPage } from '../content/content-page.ts';
import { listPreviewed } from '../content/pages/changed-pages.ts';
import { PREVIEW_PATH, toPreview } from '../content/preview-markup.ts';
import type { RouteContext } from '../shop.ts';
import { sendMarkup } from '../site/fill-page.ts';
import { readPageMarkup } from '../site/page-markup.ts';
import { createPagePolicy } from '../site/page-policy.ts';
import { decodePath, serveFile } from '../site/serve-file.ts';
import { NOT_FOUND_FILE, type SiteSnapshot, textOf } from '../site/site-snapshot.ts';

/** Mounted at `/admin/preview`: the site as drafted, for owners. Its forms send nothing. */
export function createPreviewRoutes(shop: RouteContext): Hono {
  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .get('/*', async (c) => {
      const snapshot = await shop.preview?.read();
      if (!snapshot) return sendNone(c, shop);
      const url = new URL(c.req.url);
      const path = decodePath(url.pathname.slice(PREVIEW_PATH.length)) || '/';
      const target = snapshot.redirects.get(path + url.search) ?? snapshot.redirects.get(path);
      if (target !== undefined) return c.redirect(`${PREVIEW_PATH}${target}`, 302);
      const isOffice = path === PAGES.admin.path || path.startsWith(`${PAGES.admin.path}/`);
      const file = isOffice ? undefined : snapshot.paths.get(path);
      if (file && !file.endsWith('.html')) return serveUncached(c, snapshot, file);
      const page = snapshot.files.get(file ?? NOT_FOUND_FILE);
      if (page === undefined) return c.text('Page Not Found', 404);
      return sendPreview(c, shop, file ? path : '/404', textOf(page));
    })
    .post('/*', (c) =>
      sendContentPage(c, shop, {
        title: 'Nothing was sent',
        markup: html`<div class="panel narrow"><h2>Nothing was sent</h2>
<p>You pressed a button on the preview. Its forms work only on the public pages.</p>
<p><a href="${PREVIEW_PATH}/">Back to the preview</a></p></div>`,
      }),
    );
}

/**
 * Pages of the preview load scripts, styles and pictures from where the live site has them. What only the preview has
 * comes from there, for owners.
 */
export function createPreviewAssets(
  { preview, sessions }: Pick<RouteContext, 'preview' | 'sessions'>,
  getSnapshot: () => SiteSnapshot,
): MiddlewareHandler {
  return async (c, next) => {
    const path = decodePath(c.req.path);
    if (c.req.method !== 'GET' || preview === undefined || getSnapshot().paths.has(path)) return next();
    if ((await sessions.readPerson(c))?.role !== 'owner') return next();
    const snapshot = await preview.read();
    const file = snapshot?.paths.get(path);
    return snapshot && file ? serveUncached(c, snapshot, file) : next();
  };
}

function sendNone(c: Context, shop: RouteContext): Promise<Response> {
  return sendContentPage(c, shop, {
    title: 'No preview',
    status: 404,
    markup: html`<div class="panel narrow"><h2>There is no preview yet</h2>
<p>Change something, and then choose ‘Preview’ on <a href="${PAGES['admin/content'].path}/publish">the page for publishing</a>.</p></div>`,
  });
}

/** With the policy that the page would have, and no leave to reach any part of the service. */
async function sendPreview(
  c: Context,
  { content, payments }: RouteContext,
  path: string,
  built: string,
): Promise<Response> {
  const page = toPreview(built, path, await listPreviewed(content));
  const policy = createPagePolicy(path, readPageMarkup(page), payments);
  return sendMarkup(c, page, path === '/404' ? 404 : 200, {
    // Two policies: a browser keeps to both.
    'Content-Security-Policy': `${policy.contentSecurityPolicy}, connect-src 'none'; worker-src 'none'`,
    'Permissions-Policy': policy.permissionsPolicy,
    'Cross-Origin-Opener-Policy': policy.openerPolicy,
    'X-Frame-Options': policy.framing,
    'X-Robots-Tag': 'noindex',
  });
}

async function serveUncached(c: Context, snapshot: SiteSnapshot, file: string): Promise<Response> {
  const response = await serveFile(c, snapshot, file);
  response.headers.set('Cache-Control', 'no-store');
  return response;
}
