import { Hono } from 'hono';
import { html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import type { AdminSessions } from '../admin/sessions.ts';
import type { ContentEditing } from '../content/content-editing.ts';
import { type ContentPageDependencies, sendContentPage } from '../content/content-page.ts';

export interface ContentDependencies extends ContentPageDependencies {
  readonly sessions: AdminSessions;
  /** Undefined on a machine that has only a built site. */
  readonly content: ContentEditing | undefined;
}

/** Mounted at `/admin/content`: the content's files, drafts, publishing and history. For owners. */
export function createContentRoutes(deps: ContentDependencies): Hono {
  return new Hono()
    .use(requireAdminPage(deps.sessions))
    .get('/', (c) => sendContentPage(c, deps, { title: 'Everything', markup: html`<p>Content</p>` }));
}
