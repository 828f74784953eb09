import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { PAGES } from '#domain/pages.ts';
import { type Html, html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { sendContentPage } from '../content/content-page.ts';
import { CONTENT_PATH, PREVIEW_PATH, PUBLISH_PATH } from '../content/files/content-paths.ts';
import { type ChangedPage, listPreviewed } from '../content/pages/changed-pages.ts';
import type { RouteContext } from '../shop.ts';
import { sendMarkup } from '../site/fill-page.ts';
import { createPagePolicy, readPageMarkup } from '../site/page-policy.ts';
import { serveFile } from '../site/serve-file.ts';
import { NOT_FOUND_FILE, type SiteSnapshot, textOf } from '../site/site-snapshot.ts';

const PREVIEW_STYLES = `@layer components {
html { scroll-padding-block-start: 6rem; }
.preview-bar { position: sticky; inset-block-start: 0; z-index: 3; display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--space-2); padding-inline: var(--space-2); background: var(--price); color: var(--ground); }
.preview-bar p { flex: 1; min-inline-size: min(100%, 22rem); padding-block: 0.35rem 0; font-size: var(--step--1); line-height: 1.3; }
.preview-bar :is(a, summary) { display: inline-flex; align-items: center; min-block-size: var(--target); color: inherit; }
.preview-bar summary { text-decoration: underline; cursor: pointer; }
.preview-bar details[open] { flex-basis: 100%; order: 1; }
.preview-bar ul { display: flex; flex-wrap: wrap; gap: 0 var(--space-2); max-block-size: 40vh; padding: 0; overflow-y: auto; list-style: none; }
.preview-bar [aria-current] { font-weight: 700; }
.preview-bar :is(a, summary):focus-visible { outline-color: currentcolor; outline-offset: -4px; }
@media print { .preview-bar { display: none; } }
}`;

/** Read by a screen reader first, as it is seen first. */
function renderBar(changed: readonly ChangedPage[], path: string): Html {
  const links = changed.map(({ path: to, title }) =>
    to === path
      ? html`<li><a href="${PREVIEW_PATH}${to}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${PREVIEW_PATH}${to}">${title}</a></li>`,
  );
  return html`<div class="preview-bar" role="region" aria-label="Preview"><p><strong>Preview: not public yet.</strong> Forms send nothing.</p>
${changed.length > 1 && html`<details><summary>${changed.length} changed pages</summary><ul>${links}</ul></details>`}
<a href="${CONTENT_PATH}">Back to Content</a> <a href="${PUBLISH_PATH}?previewed">Publish</a></div>`;
}

const TEXT = `(?:[^>"']|"[^"]*"|'[^']*')*?`;
/** Links and forms of pages, and the one script that pages load by an address without a hash. */
const WITHIN = new RegExp(
  `(<a\\b${TEXT}\\shref="|<form\\b${TEXT}\\saction="|<(?:button|input)\\b${TEXT}\\sformaction="|\\sdata-src=")(/(?!/)[^"]*)`,
  'g',
);
/** The farm's own pages are not part of the preview. */
const isOffice = (path: string) => /^\/admin(?![\w-])/.test(path);
/** What makes scripts count a visit, load another site's statistics, or keep pages for later. */
const COUNTED = /\sdata-(?:page|analytics-script|keep-pages)="[^"]*"/g;

/**
 * A built page for looking at: it leads to pages of the preview only, says what it is, and leaves no trace.
 * @param changed the pages to look at, among which it may be
 */
function toPreview(page: string, path: string, changed: readonly ChangedPage[]): string {
  return page
    .replace(COUNTED, '')
    .replace(WITHIN, (whole, start: string, path: string) =>
      isOffice(path) ? whole : `${start}${PREVIEW_PATH}${path}`,
    )
    .replace('</head>', () => `<style>${PREVIEW_STYLES}</style></head>`)
    .replace(/<body\b[^>]*>/, (body) => `${body}${renderBar(changed, path)}`);
}

/** Mounted at `/admin/preview`: the site as drafted, for owners. Its forms send nothing. */
export function createPreviewRoutes(shop: RouteContext): Hono {
  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .get('/*', async (c) => {
      const snapshot = await shop.preview?.read();
      if (!snapshot) return sendNone(c, shop);
      const url = new URL(c.req.url);
      const path = tryDecodeURIComponent(url.pathname.slice(PREVIEW_PATH.length)) || '/';
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
export function createPreviewAssets({
  preview,
  sessions,
}: Pick<RouteContext, 'preview' | 'sessions'>): MiddlewareHandler {
  return async (c, next) => {
    const path = tryDecodeURIComponent(c.req.path);
    if (c.req.method !== 'GET' || preview === undefined || c.get('site').paths.has(path)) return next();
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
    markup: html`<div class="panel narrow"><h2>There’s no preview yet</h2>
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
