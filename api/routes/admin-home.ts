import { type Context, Hono } from 'hono';
import { CONTENT_SLOT } from '#domain/admin-slots.ts';
import { PAGES } from '#domain/pages.ts';
import { type Html, html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { countForMenu } from '../mail/menu-counts.ts';
import { sendFilledPage } from '../site/fill-page.ts';
import type { ContentDependencies } from './content.ts';

/** Mounted at `/admin`: the farm's front door. */
export function createAdminHomeRoutes(deps: ContentDependencies): Hono {
  return new Hono()
    .use(requireAdminPage(deps.sessions))
    .get('/', (c) => send(c, deps, html`<p><a href="/admin/content">Content</a></p>`));
}

async function send(c: Context, { db, readBuiltPage }: ContentDependencies, markup: Html): Promise<Response> {
  return sendFilledPage(c, readBuiltPage, {
    path: PAGES.admin.path,
    slot: CONTENT_SLOT,
    markup: String(markup),
    title: 'Today',
    status: 200,
    menuCounts: await countForMenu(db),
  });
}
